package org.jshmem.trace;

import java.util.ArrayList;
import java.util.List;

/**
 * How the clock of a PE differs from that of PE 0. It was compared at the beginning and perhaps at the end; between and
 * beyond, a line through the two comparisons is taken. Without a comparison the clocks are the same one.
 */
final class Clock {
    private final List<Comparison> comparisons = new ArrayList<>();

    /** At a time of this PE, PE 0's clock was ahead by so much, with this error. */
    private record Comparison(long time, long offset, long error) {}

    void add(long time, long offset, long error) {
        comparisons.add(new Comparison(time, offset, error));
    }

    boolean isCompared() {
        return !comparisons.isEmpty();
    }

    /** A time of this PE on PE 0's clock. */
    long align(long time) {
        if (comparisons.isEmpty()) {
            return time;
        }
        final Comparison first = comparisons.getFirst();
        final Comparison last = comparisons.getLast();
        if (last.time == first.time) {
            return time + first.offset;
        }
        final double part = (double) (time - first.time) / (last.time - first.time);
        return time + first.offset + Math.round(part * (last.offset - first.offset));
    }

    /** How far aligned times may be wrong. */
    long errorNs() {
        return comparisons.stream().mapToLong(Comparison::error).max().orElse(0);
    }
}
