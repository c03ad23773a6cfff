package org.jshmem;

import java.util.function.DoubleBinaryOperator;

/** An operation on two {@code float} values; the JDK has none beside {@link DoubleBinaryOperator}. */
@FunctionalInterface
public interface FloatBinaryOperator {
    /**
     * Applies the operation.
     *
     * @param left the first operand
     * @param right the second operand
     * @return the result
     */
    float applyAsFloat(float left, float right);
}
