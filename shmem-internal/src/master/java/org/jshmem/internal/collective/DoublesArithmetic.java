package org.jshmem.internal.collective;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jshmem.heap.ElementLayouts;
import org.jshmem.heap.Memory;
import org.jshmem.spi.Reduction;

/** Calculates with elements of {@code double}. */
final class DoublesArithmetic extends Arithmetic {
    private final double[] accumulator = new double[BYTES / Double.BYTES];
    private final double[] operand = new double[BYTES / Double.BYTES];

    @Override
    void load(long address, int n) {
        fill(accumulator, address, n);
    }

    @Override
    void loadOperand(long address, int n) {
        fill(operand, address, n);
    }

    /** Copies to an array; one element by a load and a store, which is several times faster than a general copy. */
    private static void fill(double[] array, long address, int n) {
        if (n == 1) {
            array[0] = Scalar.getDouble(address);
        } else {
            MemorySegment.copy(Memory.ALL, ElementLayouts.DOUBLE, address, array, 0, n);
        }
    }

    @Override
    void store(long address, int n) {
        if (n == 1) {
            Scalar.put(address, accumulator[0]);
        } else {
            MemorySegment.copy(accumulator, 0, Memory.ALL, ElementLayouts.DOUBLE, address, n);
        }
    }

    @Override
    long first() {
        return Scalar.bits(accumulator[0]);
    }

    @Override
    void clear(int n) {
        Arrays.fill(accumulator, 0, n, Scalar.DOUBLE_ZERO);
    }

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
