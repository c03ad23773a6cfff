package org.jshmem.benchmarks.compare;

import java.util.OptionalDouble;
import org.jshmem.benchmarks.Units;

/**
 * A line of the comparison.
 *
 * @param operation what was measured
 * @param bytes of one call; 1 where no data moves
 * @param state the machine's, where it matters; null otherwise
 * @param cNs C's median
 * @param javaNs Java's median
 * @param ratio median of the rounds' ratios
 * @param leastRatio the smallest of them
 * @param mostRatio the largest of them
 * @param limitNs what the machine itself needs; NaN if not known
 * @param bar the largest ratio that is good enough
 */
record Row(
        String operation,
        int bytes,
        MachineState state,
        double cNs,
        double javaNs,
        double ratio,
        double leastRatio,
        double mostRatio,
        double limitNs,
        OptionalDouble bar) {

    String name() {
        String size = bytes == 1 ? "" : ", " + Units.size(bytes);
        return operation + size + (state == null ? "" : ", " + state);
    }

    Verdict verdict() {
        return Verdict.of(ratio, bar);
    }
}
