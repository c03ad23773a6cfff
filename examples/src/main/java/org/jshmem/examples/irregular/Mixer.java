package org.jshmem.examples.irregular;

/** Random numbers without a state: a number that looks random for each number (the finalizer of SplitMix64). */
final class Mixer {
    /** The step between the numbers that are mixed: 2<sup>64</sup> divided by the golden ratio. */
    static final long GOLDEN = 0x9E37_79B9_7F4A_7C15L;

    private Mixer() {}

    /** The random number for a number; different ones for different numbers. */
    static long mix(long number) {
        long z = (number + 1) * GOLDEN;
        z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }
}
