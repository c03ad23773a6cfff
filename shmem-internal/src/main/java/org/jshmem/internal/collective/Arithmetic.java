package org.jshmem.internal.collective;

import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;

/**
 * Calculates with elements of one type, a chunk at a time, in an accumulator and an operand. Both are Java arrays: the
 * compiler then knows that they overlap neither each other nor the heaps, and vectorizes the loops. They fit in the
 * first-level cache.
 *
 * <p>Few and many elements have separate loops: C2 unrolls a loop as its profiled trip counts suggest, so a loop that
 * has mostly combined single elements would be slow on thousands.
 *
 * <p>Used by one thread at a time.
 */
abstract class Arithmetic {
    /** The size of the accumulator and of the operand, each. */
    static final int BYTES = 8 << 10;

    /** The number of elements from which the loops for many are used. */
    static final int MANY = 32;

    /** Loads the accumulator from memory. */
    abstract void load(long address, int n);

    /** Loads the operand from memory. */
    abstract void loadOperand(long address, int n);

    /** Stores the accumulator to memory. */
    abstract void store(long address, int n);

    /** The first element of the accumulator, as bits; every NaN as the same ones. */
    abstract long first();

    /** Clears the accumulator. */
    abstract void clear(int n);

    /** Combines the operand into the accumulator. */
    abstract void combine(Reduction operation, int n);

    /** The arithmetic of an element type. */
    static Arithmetic of(ElementKind type) {
        return switch (type) {
            case BYTE -> new BytesArithmetic();
            case SHORT -> new ShortsArithmetic();
            case INT -> new IntsArithmetic();
            case LONG -> new LongsArithmetic();
            case FLOAT -> new FloatsArithmetic();
            case DOUBLE -> new DoublesArithmetic();
        };
    }
}
