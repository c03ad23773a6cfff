package org.jshmem;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Widens 16-bit floating-point numbers; by way of Java arrays, for which there are vector instructions. */
final class NarrowFloats {
    private static final int BLOCK = 1024;

    /** The number of elements from which the loops for many are used: C2 unrolls a loop as its trip counts suggest. */
    private static final int MANY = 32;

    /** The bits of a float that bfloat16 does without. */
    private static final int MISSING_BITS = 16;

    private NarrowFloats() {}

    /** Writes {@code nelems} elements of IEEE 754 binary16 as floats. */
    static void widenFloat16(MemorySegment source, MemorySegment dest, long nelems) {
        final short[] narrow = new short[(int) Math.min(BLOCK, nelems)];
        final float[] wide = new float[narrow.length];
        for (long at = 0; at < nelems; at += BLOCK) {
            final int n = (int) Math.min(BLOCK, nelems - at);
            MemorySegment.copy(source, ValueLayout.JAVA_SHORT, at * Short.BYTES, narrow, 0, n);
            if (nelems < MANY) {
                convertFew(narrow, wide, n);
            } else {
                convertMany(narrow, wide, n);
            }
            MemorySegment.copy(wide, 0, dest, ValueLayout.JAVA_FLOAT, at * Float.BYTES, n);
        }
    }

    /** Writes {@code nelems} elements of bfloat16 as floats. */
    static void widenBfloat16(MemorySegment source, MemorySegment dest, long nelems) {
        final short[] narrow = new short[(int) Math.min(BLOCK, nelems)];
        final int[] wide = new int[narrow.length];
        for (long at = 0; at < nelems; at += BLOCK) {
            final int n = (int) Math.min(BLOCK, nelems - at);
            MemorySegment.copy(source, ValueLayout.JAVA_SHORT, at * Short.BYTES, narrow, 0, n);
            if (nelems < MANY) {
                shiftFew(narrow, wide, n);
            } else {
                shiftMany(narrow, wide, n);
            }
            MemorySegment.copy(wide, 0, dest, ValueLayout.JAVA_INT, at * Float.BYTES, n);
        }
    }

    // named:begin Many Few
    private static void convertMany(short[] narrow, float[] wide, int n) {
        for (int i = 0; i < n; i++) {
            wide[i] = Float.float16ToFloat(narrow[i]);
        }
    }

    private static void shiftMany(short[] narrow, int[] wide, int n) {
        for (int i = 0; i < n; i++) {
            wide[i] = narrow[i] << MISSING_BITS;
        }
    }
    // named:end
}
