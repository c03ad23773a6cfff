package org.jshmem.internal.collective;

/** An {@link Arithmetic} that combines by an operator of the program. */
interface OperatorArithmetic {
    /**
     * Sets the operator of the next call.
     *
     * @param operator of the type of the elements
     * @param isCommutative whether the order of the operands does not matter
     * @param identity what a cleared accumulator has, as bits
     */
    void use(Object operator, boolean isCommutative, long identity);

    /** Forgets the operator, which may keep much of the program alive. */
    void forget();
}
