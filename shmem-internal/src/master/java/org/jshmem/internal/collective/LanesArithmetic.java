package org.jshmem.internal.collective;

import java.lang.foreign.MemorySegment;
import org.jshmem.heap.ElementLayouts;
import org.jshmem.heap.Memory;
import org.jshmem.spi.Reduction;

/**
 * Calculates maxima and minima of bytes and shorts in lanes of a long, eight or four at a time. C2 vectorizes these
 * loops; its code for the plain loop on bytes is a hundred times slower.
 *
 * <p>Lanes are compared as unsigned numbers, by the borrow of a subtraction that stays within its lane; signed lanes
 * have their sign bits flipped first. Surplus lanes of the last long are calculated and not stored.
 */
final class LanesArithmetic extends Arithmetic {
    private final long[] accumulator = new long[BYTES / Long.BYTES];
    private final long[] operand = new long[BYTES / Long.BYTES];
    private final int elementBytes;

    /** A mask of the sign bits of all lanes. */
    private final long signs;

    LanesArithmetic(int elementBytes) {
        this.elementBytes = elementBytes;
        this.signs = elementBytes == Byte.BYTES ? 0x8080_8080_8080_8080L : 0x8000_8000_8000_8000L;
    }

    /** Whether a reduction of elements of this size can be calculated in lanes. */
    static boolean suits(Reduction operation, int elementBytes) {
        final boolean compares = switch (operation) {
            case MAX, MIN, MAX_UNSIGNED, MIN_UNSIGNED -> true;
            default -> false;
        };
        return compares && elementBytes <= Short.BYTES;
    }

    @Override
    void load(long address, int n) {
        fill(accumulator, address, n * elementBytes);
    }

    @Override
    void loadOperand(long address, int n) {
        fill(operand, address, n * elementBytes);
    }

    private static void fill(long[] array, long address, int bytes) {
        final int longs = bytes / Long.BYTES;
        MemorySegment.copy(Memory.ALL, ElementLayouts.LONG, address, array, 0, longs);
        final int rest = bytes % Long.BYTES;
        if (rest != 0) {
            long last = 0;
            for (int i = 0; i < rest; i++) {
                last |= (Memory.get8(address + bytes - rest + i) & 0xffL) << i * Byte.SIZE;
            }
            array[longs] = last;
        }
    }

    @Override
    void store(long address, int n) {
        final int bytes = n * elementBytes;
        final int longs = bytes / Long.BYTES;
        MemorySegment.copy(accumulator, 0, Memory.ALL, ElementLayouts.LONG, address, longs);
        final int rest = bytes % Long.BYTES;
        for (int i = 0; i < rest; i++) {
            Memory.put8(address + bytes - rest + i, (byte) (accumulator[longs] >>> i * Byte.SIZE));
        }
    }

    @Override
    long first() {
        return accumulator[0];
    }

    @Override
    void takeOperand(int n) {
        System.arraycopy(operand, 0, accumulator, 0, operand.length);
    }

    @Override
    void clear(int n) {
        java.util.Arrays.fill(accumulator, 0);
    }

    @Override
    void combine(Reduction operation, int n) {
        final int longs = Math.ceilDiv(n * elementBytes, Long.BYTES);
        final int shift = elementBytes * Byte.SIZE - 1;
        if (longs < MANY) {
            combineFew(operation, longs, shift);
        } else {
            combineMany(operation, longs, shift);
        }
    }

    // named:begin Many Few
    private void combineMany(Reduction operation, int longs, int shift) {
        switch (operation) {
            case MAX -> chooseMany(accumulator, operand, longs, signs, signs, shift, 0);
            case MAX_UNSIGNED -> chooseMany(accumulator, operand, longs, signs, 0, shift, 0);
            case MIN -> chooseMany(accumulator, operand, longs, signs, signs, shift, -1);
            case MIN_UNSIGNED -> chooseMany(accumulator, operand, longs, signs, 0, shift, -1);
            default -> throw new IllegalArgumentException(operation + " in lanes");
        }
    }

    private static void chooseMany(long[] a, long[] b, int longs, long signs, long turn, int shift, long smaller) {
        for (int i = 0; i < longs; i++) {
            final long x = a[i] ^ turn;
            final long y = b[i] ^ turn;
            final long difference = (x | signs) - (y & ~signs);
            final long notLess = (x & ~y | ~(x ^ y) & difference) & signs;
            final long first = (notLess << 1) - (notLess >>> shift) ^ smaller;
            a[i] = (x & first | y & ~first) ^ turn;
        }
    }
    // named:end
}
