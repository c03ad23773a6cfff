package org.jshmem.benchmarks.programs;

import org.jshmem.SymmetricLongs;

/** Sums of results that differ if one bit does. */
final class Checks {
    private Checks() {}

    static long sum(double[] values) {
        long sum = 0;
        for (double value : values) {
            sum += Double.doubleToRawLongBits(value);
        }
        return sum;
    }

    static long sum(SymmetricLongs values) {
        long sum = 0;
        for (long i = 0; i < values.length(); i++) {
            sum = sum * 31 + values.get(i);
        }
        return sum;
    }

    static long sum(long[] values) {
        long sum = 0;
        for (long value : values) {
            sum = sum * 31 + value;
        }
        return sum;
    }

    static long sum(int[] values, int length) {
        long sum = 0;
        for (int i = 0; i < length; i++) {
            sum = sum * 31 + values[i];
        }
        return sum;
    }
}
