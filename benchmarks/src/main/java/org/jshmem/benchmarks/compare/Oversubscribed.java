package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jshmem.benchmarks.Measurement;
import org.jshmem.benchmarks.Units;
import org.jshmem.benchmarks.compare.Figure.Unit;

/**
 * More PEs than CPUs: every collective in absolute time, with C's beside it and what it cannot be faster than: a
 * barrier in C that yields at once, as often as the collective makes all PEs wait for each other.
 */
final class Oversubscribed {
    private static final String HAND_OFF = "hand-off by yield";
    private static final double HAND_OFFS_BAR = 3;
    private static final int SMALL = 4096;

    /** Up to here data go along with the meeting's word. */
    private static final int WITH_THE_WORD = 64;

    private final int pes;
    private final List<Round> rounds;

    Oversubscribed(int pes, List<Round> rounds) {
        this.pes = pes;
        this.rounds = rounds;
    }

    List<Figure> figures() {
        final double handOff = cNs(HAND_OFF, 1);
        final List<Figure> figures = new ArrayList<>();
        rounds.getFirst().java().stream()
                .filter(m -> m.bytes() <= SMALL)
                .map(m -> new Point(m.operation(), m.bytes()))
                .distinct()
                .forEach(point -> figures.add(figure(point, barriers(point) * handOff)));
        return figures;
    }

    private Figure figure(Point point, double handOffs) {
        final String size = point.bytes() == 1 ? "" : ", " + Units.size(point.bytes());
        return new Figure(
                point.operation() + size + ", " + pes + " PEs",
                Medians.of(rounds.stream()
                        .mapToDouble(round -> round.where(point::is).javaNs())),
                Unit.NS,
                "C " + Units.time(cNs(point.operation(), point.bytes())) + "; hand-offs " + Units.time(handOffs),
                OptionalDouble.of(HAND_OFFS_BAR * handOffs));
    }

    private double cNs(String operation, int bytes) {
        final Point point = new Point(operation, bytes);
        return Medians.of(
                rounds.stream().mapToDouble(round -> round.where(point::is).cNs()));
    }

    private static int barriers(Point point) {
        final int waits = point.bytes() > WITH_THE_WORD ? 2 : 1;
        return switch (point.operation()) {
            case "broadcast + barrier" -> waits + 1;
            case "malloc + free" -> 2;
            default -> waits;
        };
    }

    /** An operation at a size. */
    private record Point(String operation, int bytes) {
        boolean is(Measurement m) {
            return m.bytes() == bytes && m.operation().equals(operation);
        }
    }
}
