package org.jshmem.benchmarks.programs;

/** A generator of random numbers that the C programs have as well (xorshift). */
final class Random {
    private Random() {}

    /** The number after a number that is not 0. */
    static long next(long random) {
        long state = random;
        state ^= state << 13;
        state ^= state >>> 7;
        return state ^ state << 17;
    }
}
