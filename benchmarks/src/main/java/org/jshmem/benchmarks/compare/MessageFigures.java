package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jshmem.benchmarks.Measurement;
import org.jshmem.benchmarks.Units;
import org.jshmem.benchmarks.compare.Figure.Unit;

/** What messages and shared memory cost by themselves and beside each other, where MPI has nothing to compare with. */
final class MessageFigures {
    private static final String MESSAGE = "message, shared memory";
    private static final int MEBI = 1 << 20;
    private static final int KIBI = 1 << 10;
    private static final double MESSAGE_BAR = 1.6;
    private static final double GIVE_BAR = 1.3;
    private static final double SYNERGISTIC_BAR = 0.70;
    private static final double ALLOCATE_BAR_NS = 50;
    private static final double FREED_BY_ANOTHER_BAR_NS = 150;

    private final List<Round> rounds;

    MessageFigures(List<Round> rounds) {
        this.rounds = rounds;
    }

    List<Figure> figures() {
        final List<Figure> figures = new ArrayList<>();
        figures.add(Figure.of(
                "message of 8 B ÷ half a cache line's round trip",
                Medians.of(rounds.stream()
                        .mapToDouble(round -> median(round, MESSAGE, Long.BYTES, MessageFigures::inHalfRoundTrips))),
                Unit.RATIO,
                "each beside the probe of its own moment",
                MESSAGE_BAR));
        figures.add(ratio("give + take", 16 * MEBI, MESSAGE, Long.BYTES, GIVE_BAR));
        figures.add(ratio(MESSAGE, MEBI, "message, sender aside", MEBI, SYNERGISTIC_BAR));
        figures.add(time("shared allocate + free", ALLOCATE_BAR_NS));
        figures.add(time("shared allocate, freed by another", FREED_BY_ANOTHER_BAR_NS));
        figures.removeIf(figure -> Double.isNaN(figure.value())); // of operations that were not asked for
        return figures;
    }

    private Figure ratio(String one, int bytes, String other, int otherBytes, double bar) {
        return Figure.of(
                one + ", " + Units.size(bytes) + " ÷ " + other + ", " + Units.size(otherBytes),
                Medians.of(rounds.stream().mapToDouble(round -> ns(round, one, bytes) / ns(round, other, otherBytes))),
                Unit.RATIO,
                Units.time(ns(one, bytes)) + " and " + Units.time(ns(other, otherBytes)),
                bar);
    }

    private Figure time(String operation, double barNs) {
        return Figure.of(operation + ", 1 KiB", ns(operation, KIBI), Unit.NS, "", barNs);
    }

    private double ns(String operation, int bytes) {
        return Medians.of(rounds.stream().mapToDouble(round -> ns(round, operation, bytes)));
    }

    private static double ns(Round round, String operation, int bytes) {
        return median(round, operation, bytes, Measurement::medianNs);
    }

    private static double inHalfRoundTrips(Measurement m) {
        return 4 * m.medianNs() / (m.roundTripBeforeNs() + m.roundTripAfterNs());
    }

    private static double median(Round round, String operation, int bytes, ToDoubleFunction<Measurement> value) {
        return Medians.of(round.java().stream()
                .filter(m -> m.operation().equals(operation) && m.bytes() == bytes)
                .mapToDouble(value));
    }
}
