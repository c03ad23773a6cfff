package org.jshmem.internal.collective;

import org.jshmem.spi.Reduction;

/** The reductions that not every type has: on integers bitwise and unsigned ones, on floating-point numbers complex ones. */
final class Special {
    private Special() {}

    // typed:begin byte short int long
    static void combine(Reduction operation, double[] a, double[] b, int n) {
        switch (operation) {
            case AND -> and(a, b, n);
            case OR -> or(a, b, n);
            case XOR -> xor(a, b, n);
            case MAX_UNSIGNED -> maxUnsigned(a, b, n);
            case MIN_UNSIGNED -> minUnsigned(a, b, n);
            default -> throw new IllegalArgumentException(operation + " of double");
        }
    }

    private static void and(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] &= b[i];
        }
    }

    private static void or(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] |= b[i];
        }
    }

    private static void xor(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] ^= b[i];
        }
    }

    private static void maxUnsigned(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = Scalar.maxUnsigned(a[i], b[i]);
        }
    }

    private static void minUnsigned(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = Scalar.minUnsigned(a[i], b[i]);
        }
    }
    // typed:end

    // typed:begin float double
    static void combine(Reduction operation, double[] a, double[] b, int n) {
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
    // typed:end
}
