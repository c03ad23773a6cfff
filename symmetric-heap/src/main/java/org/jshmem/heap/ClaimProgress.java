package org.jshmem.heap;

/** Is told of a claim that takes long, by the thread that claims. */
public interface ClaimProgress {
    /** From one call to the next, and from the start of the claim to the first. */
    long INTERVAL_NS = 2_000_000_000;

    /** Has no use for it. */
    ClaimProgress NONE = (_, _, _) -> {};

    /**
     * Some of the memory has been claimed.
     *
     * @param bytes how much
     * @param allBytes what is to be claimed
     * @param elapsedNs how long that has taken so far
     */
    void claimed(long bytes, long allBytes, long elapsedNs);
}
