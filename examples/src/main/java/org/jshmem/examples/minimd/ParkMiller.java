package org.jshmem.examples.minimd;

/** The minimal standard generator of Park and Miller (Communications of the ACM 31, 1988), as the original uses it. */
final class ParkMiller {
    private static final long FACTOR = 16807;
    private static final long MODULUS = Integer.MAX_VALUE;
    private static final double SCALE = 1.0 / MODULUS;

    private long state;

    ParkMiller(int seed) {
        state = seed;
    }

    /** The next number between 0 and 1. */
    double next() {
        state = FACTOR * state % MODULUS;
        return SCALE * state;
    }

    /** The number after some others, which are left out. */
    double nextAfter(int others) {
        for (int i = 0; i < others; i++) {
            next();
        }
        return next();
    }
}
