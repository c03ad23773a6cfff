package org.jshmem.mutation;

/**
 * The 95 % confidence interval of a proportion by Wilson's score method (1927), which also suits small samples and
 * proportions close to 1.
 *
 * @param low the lower end
 * @param high the upper end
 */
record Wilson(double low, double high) {
    /** The 97.5 % quantile of the normal distribution. */
    private static final double Z = 1.959963984540054;

    /** Of a sample that is not empty. */
    static Wilson of(int successes, int sample) {
        final double proportion = (double) successes / sample;
        final double divisor = 1 + Z * Z / sample;
        final double centre = (proportion + Z * Z / (2 * sample)) / divisor;
        final double half =
                Z / divisor * Math.sqrt(proportion * (1 - proportion) / sample + Z * Z / (4.0 * sample * sample));
        return new Wilson(Math.max(0, centre - half), Math.min(1, centre + half));
    }
}
