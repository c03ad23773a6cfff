package org.jshmem.internal.collective;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jshmem.heap.ElementLayouts;
import org.jshmem.heap.Memory;

/** Holds elements of {@code double}. */
abstract class DoublesArrays extends Arithmetic {
    final double[] accumulator = new double[BYTES / Double.BYTES];
    final double[] operand = new double[BYTES / Double.BYTES];

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
    void takeOperand(int n) {
        System.arraycopy(operand, 0, accumulator, 0, n);
    }

    @Override
    void clear(int n) {
        Arrays.fill(accumulator, 0, n, Scalar.DOUBLE_ZERO);
    }
}
