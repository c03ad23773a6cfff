package org.jshmem.internal.collective;

import org.jshmem.spi.Reduction;

/**
 * The reductions that not every type has: bitwise and unsigned ones of integers, complex products of floating-point
 * numbers.
 */
final class Special {
    private Special() {}

    // typed:begin byte short int long
    // named:begin Many Few
    static void combineMany(Reduction operation, double[] a, double[] b, int n) {
        switch (operation) {
            case AND -> andMany(a, b, n);
            case OR -> orMany(a, b, n);
            case XOR -> xorMany(a, b, n);
            case MAX_UNSIGNED -> maxUnsignedMany(a, b, n);
            case MIN_UNSIGNED -> minUnsignedMany(a, b, n);
            default -> throw new IllegalArgumentException(operation + " of double");
        }
    }

    private static void andMany(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] &= b[i];
        }
    }

    private static void orMany(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] |= b[i];
        }
    }

    private static void xorMany(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] ^= b[i];
        }
    }

    private static void maxUnsignedMany(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = Scalar.maxUnsigned(a[i], b[i]);
        }
    }

    private static void minUnsignedMany(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = Scalar.minUnsigned(a[i], b[i]);
        }
    }
    // named:end
    // typed:end

    // typed:begin float double
    // named:begin Many Few
    static void combineMany(Reduction operation, double[] a, double[] b, int n) {
        if (operation != Reduction.PROD_COMPLEX) {
            throw new IllegalArgumentException(operation + " of double");
        }
        for (int i = 0; i < n; i += 2) {
            final double real = a[i];
            final double imaginary = a[i + 1];
            a[i] = real * b[i] - imaginary * b[i + 1];
            a[i + 1] = real * b[i + 1] + imaginary * b[i];
        }
    }
    // named:end
    // typed:end
}
