package org.jshmem.benchmarks.compare;

import java.util.List;
import java.util.function.Predicate;
import org.jshmem.benchmarks.Measurement;

/**
 * One run of each program, the one right after the other, or one pass of both over all points, in turn.
 *
 * @param c what C measured
 * @param java what Java measured
 */
record Round(List<Measurement> c, List<Measurement> java) {
    /** The part of both that a condition selects. */
    Round where(Predicate<Measurement> condition) {
        return new Round(
                c.stream().filter(condition).toList(),
                java.stream().filter(condition).toList());
    }

    /** The same with 10th percentiles in the place of medians. */
    Round undisturbed() {
        return new Round(
                c.stream().map(Measurement::undisturbed).toList(),
                java.stream().map(Measurement::undisturbed).toList());
    }

    boolean hasBoth() {
        return !c.isEmpty() && !java.isEmpty();
    }

    double cNs() {
        return Medians.ofTimes(c);
    }

    double javaNs() {
        return Medians.ofTimes(java);
    }

    double ratio() {
        return javaNs() / cNs();
    }
}
