package org.jshmem.benchmarks.compare;

import java.util.List;
import java.util.OptionalDouble;
import org.jshmem.benchmarks.Measurement;
import org.jshmem.benchmarks.Units;
import org.jshmem.benchmarks.compare.Figure.Unit;

/** More PEs than CPUs: the barrier in absolute time. */
final class Oversubscribed {
    private static final String BARRIER = "barrier_all";

    private Oversubscribed() {}

    static Figure barrier(int pes, List<Round> rounds, double barNs) {
        List<Round> barriers = rounds.stream()
                .map(round -> round.where(m -> m.operation().equals(BARRIER)))
                .toList();
        double java = Medians.of(
                barriers.stream().flatMap(round -> round.java().stream()).mapToDouble(Measurement::medianNs));
        double c = Medians.of(
                barriers.stream().flatMap(round -> round.c().stream()).mapToDouble(Measurement::medianNs));
        return new Figure(
                "barrier_all, " + pes + " PEs", java, Unit.NS, "C " + Units.time(c), OptionalDouble.of(barNs));
    }
}
