package org.jshmem.benchmarks.compare;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.jshmem.benchmarks.Units;

/**
 * Times that C and Java took in each of several rounds, the one right after the other.
 *
 * @param c C's times, by round
 * @param java Java's times, by round
 */
@SuppressWarnings("ArrayRecordComponent") // compared with nothing, and not handed on
record Ratios(double[] c, double[] java) {
    static <T> Ratios of(List<T> rounds, ToDoubleFunction<T> c, ToDoubleFunction<T> java) {
        return new Ratios(
                rounds.stream().mapToDouble(c).toArray(),
                rounds.stream().mapToDouble(java).toArray());
    }

    double cMedian() {
        return Medians.of(c);
    }

    double javaMedian() {
        return Medians.of(java);
    }

    /** The median of the rounds' ratios. */
    double median() {
        return Medians.of(ratios());
    }

    /** The smallest and the largest ratio of a round. */
    String range() {
        final double[] sorted = ratios();
        Arrays.sort(sorted);
        return Units.digits(sorted[0]) + " – " + Units.digits(sorted[sorted.length - 1]);
    }

    Verdict verdict(OptionalDouble bar) {
        return Verdict.of(median(), bar);
    }

    private double[] ratios() {
        final double[] ratios = new double[c.length];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = java[i] / c[i];
        }
        return ratios;
    }
}
