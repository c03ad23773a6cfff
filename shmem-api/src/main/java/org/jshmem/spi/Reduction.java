package org.jshmem.spi;

/** The operations of reductions (spec: Reduction Operations). */
public enum Reduction {
    /** Bitwise and. */
    AND("andReduce"),
    /** Bitwise or. */
    OR("orReduce"),
    /** Bitwise exclusive or. */
    XOR("xorReduce"),
    /** The largest. */
    MAX("maxReduce"),
    /** The smallest. */
    MIN("minReduce"),
    /** The sum; integers wrap around. */
    SUM("sumReduce"),
    /** The product; integers wrap around. */
    PROD("prodReduce"),
    /** The largest of unsigned integers. */
    MAX_UNSIGNED("maxReduceUnsigned"),
    /** The smallest of unsigned integers. */
    MIN_UNSIGNED("minReduceUnsigned"),
    /** The product of complex numbers, pairs of elements. */
    PROD_COMPLEX("prodReduceComplex"),
    /** The sum of floating-point numbers, rounded once. */
    SUM_REPRODUCIBLE("reproducibleSumReduce");

    /** The operation's name in the API. */
    public final String operation;

    Reduction(String operation) {
        this.operation = operation;
    }
}
