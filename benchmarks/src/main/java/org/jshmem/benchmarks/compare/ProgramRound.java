package org.jshmem.benchmarks.compare;

import java.util.List;
import org.jshmem.benchmarks.programs.PassTime;

/**
 * The passes of a program in C, and of its twin in Java right after it.
 *
 * @param c C's passes
 * @param java Java's passes
 */
record ProgramRound(List<PassTime> c, List<PassTime> java) {
    double cFirst() {
        return c.getFirst().ns();
    }

    double javaFirst() {
        return java.getFirst().ns();
    }

    double cSteady() {
        return steady(c);
    }

    double javaSteady() {
        return steady(java);
    }

    /** Throws unless the passes that both have made had the same results. */
    void check(String program) {
        final int both = Math.min(c.size(), java.size());
        if (both == 0) {
            throw new IllegalStateException(program + ": no result");
        }
        for (int i = 0; i < both; i++) {
            if (c.get(i).check() != java.get(i).check()) {
                throw new IllegalStateException(program + ": C and Java differ in the result of pass " + (i + 1));
            }
        }
    }

    /** The median of the later half. */
    private static double steady(List<PassTime> passes) {
        return Medians.of(
                passes.subList(passes.size() / 2, passes.size()).stream().mapToDouble(PassTime::ns));
    }
}
