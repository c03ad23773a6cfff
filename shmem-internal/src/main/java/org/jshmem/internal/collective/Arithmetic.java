package org.jshmem.internal.collective;

import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;

/**
 * Combines elements of one type, a limited number at a time, in two Java arrays: the accumulator and the operand. C2
 * knows that Java arrays do not overlap each other or the heaps, and therefore vectorizes the loops. Both arrays fit
 * into the first-level cache.
 *
 * <p>There are separate loops for few and for many elements. C2 unrolls a loop according to the iteration counts that
 * it has seen, so a loop that was compiled for single elements would be slow for thousands.
 *
 * <p>Used by one thread at a time.
 */
abstract class Arithmetic {
    /** The size in bytes of the accumulator and of the operand. */
    static final int BYTES = 8 << 10;

    /** The number of elements from which the loop for many elements is used. */
    static final int MANY = 32;

    /** Loads the accumulator from memory. */
    abstract void load(long address, int n);

    /** Loads the operand from memory. */
    abstract void loadOperand(long address, int n);

    /** Stores the accumulator to memory. */
    abstract void store(long address, int n);

    /** Sets the accumulator to zero. */
    abstract void clear(int n);

    /** Combines the operand into the accumulator. */
    abstract void combine(Reduction operation, int n);

    /** Creates an arithmetic for elements of a type. */
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
