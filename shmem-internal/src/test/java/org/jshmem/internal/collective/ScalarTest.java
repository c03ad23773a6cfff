package org.jshmem.internal.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ScalarTest {
    private static final double[] NUMBERS = {
        0.0, -0.0, 1, -1, Double.NaN, Double.MIN_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
    };
    private static final long[] WORDS = {
        0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 31, 1L << 32, 1L << 62, 0x8000_8080_8000_8080L, 0x7f7f, 0x8080
    };

    /** That -0.0 is less than 0.0, and NaN is what comes out wherever it goes in, whichever PE brings it. */
    @Test
    void shouldOrderFloatingPointNumbersAsMathDoes() {
        for (double a : NUMBERS) {
            for (double b : NUMBERS) {
                final String both = a + " and " + b;
                assertEquals(Math.min(a, b), Scalar.min(a, b), both);
                assertEquals(Math.max(a, b), Scalar.max(a, b), both);
                assertEquals(Math.min((float) a, (float) b), Scalar.min((float) a, (float) b), both);
                assertEquals(Math.max((float) a, (float) b), Scalar.max((float) a, (float) b), both);
            }
        }
    }

    @Test
    void shouldCompareIntegersWithoutSign() {
        for (long a : WORDS) {
            for (long b : WORDS) {
                final String both = a + " and " + b;
                assertEquals(Long.compareUnsigned(a, b) < 0 ? a : b, Scalar.minUnsigned(a, b), both);
                assertEquals(Long.compareUnsigned(a, b) < 0 ? b : a, Scalar.maxUnsigned(a, b), both);
                final int i = (int) a;
                final int j = (int) b;
                assertEquals(Integer.compareUnsigned(i, j) < 0 ? i : j, Scalar.minUnsigned(i, j), both);
                assertEquals(Integer.compareUnsigned(i, j) < 0 ? j : i, Scalar.maxUnsigned(i, j), both);
                final short s = (short) a;
                final short t = (short) b;
                assertEquals(Short.compareUnsigned(s, t) < 0 ? s : t, Scalar.minUnsigned(s, t), both);
                assertEquals(Short.compareUnsigned(s, t) < 0 ? t : s, Scalar.maxUnsigned(s, t), both);
                final byte x = (byte) a;
                final byte y = (byte) b;
                assertEquals(Byte.compareUnsigned(x, y) < 0 ? x : y, Scalar.minUnsigned(x, y), both);
                assertEquals(Byte.compareUnsigned(x, y) < 0 ? y : x, Scalar.maxUnsigned(x, y), both);
            }
        }
    }
}
