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

    /** Sets the accumulator to what an exclusive scan gives the first PE. */
    abstract void clear(int n);

    /** Makes the operand the accumulator. */
    abstract void takeOperand(int n);

    /** Combines the operand into the accumulator. */
    abstract void combine(Reduction operation, int n);

    /**
     * Whether results of some PEs may be combined further.
     *
     * @param areInOrder whether these PEs follow one another in the team
     */
    boolean combinesParts(boolean areInOrder) {
        return true;
    }

    /** The arithmetic of sums that are rounded once. */
    static Arithmetic reproducibly(ElementKind type) {
        return switch (type) {
            case FLOAT -> new FloatsReproducibly();
            case DOUBLE -> new DoublesReproducibly();
            default -> throw new IllegalArgumentException("reproducible sum of " + type);
        };
    }

    /** The arithmetic of operators of the program, an {@link OperatorArithmetic}. */
    static Arithmetic byOperator(ElementKind type) {
        return switch (type) {
            case INT -> new IntsByOperator();
            case LONG -> new LongsByOperator();
            case FLOAT -> new FloatsByOperator();
            case DOUBLE -> new DoublesByOperator();
            default -> throw new IllegalArgumentException("operator of " + type);
        };
    }

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
