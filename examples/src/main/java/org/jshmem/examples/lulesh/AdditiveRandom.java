package org.jshmem.examples.lulesh;

/**
 * The additive generator of random numbers that is {@code rand} of the GNU C library, which makes the regions of the
 * original: each number is the sum of those 3 and 31 places before.
 */
final class AdditiveRandom {
    private static final int LENGTH = 31;
    private static final int LAG = 3;
    private static final int DISCARDED = 310;
    private static final int FACTOR = 16807;

    private final int[] numbers = new int[LENGTH];
    private int place = LAG;

    AdditiveRandom(int seed) {
        numbers[0] = Math.max(1, seed);
        for (int i = 1; i < LENGTH; i++) {
            numbers[i] = (int) ((long) FACTOR * numbers[i - 1] % Integer.MAX_VALUE);
        }
        for (int i = 0; i < DISCARDED; i++) {
            next();
        }
    }

    /** From 0, below 2³¹. */
    int next() {
        final int before = place < LAG ? place + LENGTH - LAG : place - LAG;
        numbers[place] += numbers[before];
        final int number = numbers[place] >>> 1;
        place = place + 1 == LENGTH ? 0 : place + 1;
        return number;
    }
}
