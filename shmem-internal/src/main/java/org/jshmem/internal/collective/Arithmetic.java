package org.jshmem.internal.collective;

import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;

/**
 * Calculates with the elements of one type, some at a time, in an accumulator and an operand that are Java arrays: the
 * compiler then knows that they are apart from each other and from the heaps, and makes vector instructions of the
 * loops. They are small enough for the first-level cache.
 *
 * <p>Few elements and many have loops of their own: the compiler unrolls a loop no further than its turns so far
 * suggest, and one that has mostly combined single elements makes slow work of thousands.
 *
 * <p>One thread at a time.
 */
abstract class Arithmetic {
    /** The size of the accumulator and of the operand. */
    static final int BYTES = 8 << 10;

    /** From so many elements on, they are many. */
    static final int MANY = 32;

    /** Sets the accumulator from memory. */
    abstract void load(long address, int n);

    /** Sets the operand from memory. */
    abstract void loadOperand(long address, int n);

    /** Writes the accumulator to memory. */
    abstract void store(long address, int n);

    /** Sets the accumulator to zero. */
    abstract void clear(int n);

    /** Accumulator and operand to accumulator. */
    abstract void combine(Reduction operation, int n);

    /** With elements of a type. */
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
