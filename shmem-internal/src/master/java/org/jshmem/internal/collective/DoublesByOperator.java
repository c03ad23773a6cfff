// types: int long float double
package org.jshmem.internal.collective;

import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import org.jshmem.spi.Reduction;

/** Calculates with elements of {@code double} by an operator of the program. */
final class DoublesByOperator extends DoublesArrays implements OperatorArithmetic {
    private static final OperatorLoops<DoublesLoop> LOOPS =
            new OperatorLoops<>(DoublesLoop.class, DoublesOperatorLoop.class);

    private DoubleBinaryOperator operator;
    private DoublesLoop loop;
    private boolean isCommutative;
    private double identity;

    @Override
    public void use(Object what, boolean commutes, long identityBits) {
        operator = (DoubleBinaryOperator) what;
        loop = LOOPS.get(what.getClass());
        isCommutative = commutes;
        identity = Scalar.doubleOf(identityBits);
    }

    @Override
    public void forget() {
        operator = null;
        loop = null;
    }

    @Override
    boolean combinesParts(boolean areInOrder) {
        return isCommutative || areInOrder;
    }

    @Override
    void clear(int n) {
        Arrays.fill(accumulator, 0, n, identity);
    }

    @Override
    void combine(Reduction ignored, int n) {
        if (n < MANY) {
            loop.combineFew(operator, accumulator, operand, n);
        } else {
            loop.combineMany(operator, accumulator, operand, n);
        }
    }
}
