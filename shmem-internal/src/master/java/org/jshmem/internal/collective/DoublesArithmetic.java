package org.jshmem.internal.collective;

import org.jshmem.spi.Reduction;

/** Calculates with elements of {@code double}. */
final class DoublesArithmetic extends DoublesArrays {
    @Override
    void combine(Reduction operation, int n) {
        if (n < MANY) {
            combineFew(operation, n);
        } else {
            combineMany(operation, n);
        }
    }

    // named:begin Many Few
    private void combineMany(Reduction operation, int n) {
        switch (operation) {
            case SUM -> sumMany(accumulator, operand, n);
            case PROD -> multiplyMany(accumulator, operand, n);
            case MAX -> maxMany(accumulator, operand, n);
            case MIN -> minMany(accumulator, operand, n);
            default -> Special.combineMany(operation, accumulator, operand, n);
        }
    }

    private static void sumMany(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] += b[i];
        }
    }

    private static void multiplyMany(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] *= b[i];
        }
    }

    private static void maxMany(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = Scalar.max(a[i], b[i]);
        }
    }

    private static void minMany(double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = Scalar.min(a[i], b[i]);
        }
    }
    // named:end
}
