package org.jshmem.benchmarks.compare;

import java.util.List;
import org.jshmem.benchmarks.calls.CallTimes;
import org.jshmem.benchmarks.calls.CallTimes.Phase;

/**
 * What single calls took in a job in C and in a job in Java right after it.
 *
 * @param c C's times
 * @param java Java's times
 */
record CallRound(List<CallTimes> c, List<CallTimes> java) {
    CallTimes c(String operation, Phase phase) {
        return find(c, operation, phase);
    }

    CallTimes java(String operation, Phase phase) {
        return find(java, operation, phase);
    }

    private static CallTimes find(List<CallTimes> times, String operation, Phase phase) {
        return times.stream()
                .filter(t -> t.operation().equals(operation) && t.phase() == phase)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("a program has not measured " + operation + ", " + phase));
    }
}
