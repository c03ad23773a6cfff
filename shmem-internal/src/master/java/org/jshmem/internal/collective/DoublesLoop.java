// types: int long float double
package org.jshmem.internal.collective;

import java.util.function.DoubleBinaryOperator;

/** Combines arrays by an operator. */
abstract class DoublesLoop {
    /** Combines {@code n} elements, of which there are at least {@link Arithmetic#MANY}. */
    abstract void combineMany(DoubleBinaryOperator operator, double[] a, double[] b, int n);

    /** Combines fewer elements. */
    abstract void combineFew(DoubleBinaryOperator operator, double[] a, double[] b, int n);
}
