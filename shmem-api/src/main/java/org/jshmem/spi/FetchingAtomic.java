package org.jshmem.spi;

/** The atomic operations that return the previous value (spec: Atomic Memory Operations). */
public enum FetchingAtomic {
    /** Reads. */
    LOAD("atomicFetch"),
    /** Writes. */
    SET("atomicSwap"),
    /** Writes if the value is the expected one. */
    COMPARE_SWAP("atomicCompareSwap"),
    /** Adds. */
    ADD("atomicFetchAdd"),
    /** Combines by AND. */
    AND("atomicFetchAnd"),
    /** Combines by OR. */
    OR("atomicFetchOr"),
    /** Combines by XOR. */
    XOR("atomicFetchXor");

    /** The operation's name in the API. */
    public final String operation;

    FetchingAtomic(String operation) {
        this.operation = operation;
    }
}
