// types: int long float double
package org.jshmem.internal.collective;

import java.util.function.DoubleBinaryOperator;

/** The loops that {@link OperatorLoops} copies for each class of operators. */
final class DoublesOperatorLoop extends DoublesLoop {
    DoublesOperatorLoop() {}

    // named:begin Many Few
    @Override
    void combineMany(DoubleBinaryOperator operator, double[] a, double[] b, int n) {
        for (int i = 0; i < n; i++) {
            a[i] = operator.applyAsDouble(a[i], b[i]);
        }
    }
    // named:end
}
