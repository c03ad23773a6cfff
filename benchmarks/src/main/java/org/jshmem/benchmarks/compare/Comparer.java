package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jshmem.benchmarks.Measurement;

/**
 * Pairs what C and Java measured in the same round and, where the peers react, in the same state of the machine. A
 * ratio is the median of the rounds' ratios.
 */
final class Comparer {
    private final List<Round> rounds;
    private final Yardstick yardstick;

    Comparer(List<Round> rounds, Yardstick yardstick) {
        this.rounds = rounds;
        this.yardstick = yardstick;
    }

    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Point point : points()) {
            if (yardstick.dependsOnState(point.operation(), point.bytes())) {
                addRow(rows, point, MachineState.NEAR);
                addRow(rows, point, MachineState.FAR);
            } else {
                addRow(rows, point, null);
            }
        }
        return rows;
    }

    /** C's operations by size, in Java's order. */
    private Set<Point> points() {
        Set<Point> points = new LinkedHashSet<>();
        for (Round round : rounds) {
            round.java().forEach(m -> points.add(new Point(m.operation(), m.bytes())));
        }
        return points;
    }

    private void addRow(List<Row> rows, Point point, MachineState state) {
        Predicate<Measurement> comparable = m -> point.is(m) && (state == null || MachineState.of(m) == state);
        List<Round> pairs = rounds.stream()
                .map(round -> round.where(comparable))
                .filter(Round::hasBoth)
                .toList();
        if (pairs.isEmpty()) {
            return;
        }
        rows.add(new Row(
                point.operation(),
                point.bytes(),
                state,
                Medians.of(pairs.stream().mapToDouble(Round::cNs)),
                Medians.of(pairs.stream().mapToDouble(Round::javaNs)),
                Medians.of(pairs.stream().mapToDouble(Round::ratio)),
                pairs.stream().mapToDouble(Round::ratio).min().orElseThrow(),
                pairs.stream().mapToDouble(Round::ratio).max().orElseThrow(),
                limitNs(point, pairs),
                yardstick.hasBar(state) ? yardstick.bar(point.operation(), point.bytes()) : OptionalDouble.empty()));
    }

    private double limitNs(Point point, List<Round> pairs) {
        if (yardstick.dependsOnState(point.operation(), point.bytes())) {
            return Medians.of(pairs.stream().flatMap(Comparer::both).mapToDouble(Measurement::roundTripBeforeNs));
        }
        Point limit = new Point(yardstick.limit(point.operation()), point.bytes());
        return yardstick.times(point.operation())
                * Medians.of(rounds.stream()
                        .mapToDouble(round -> round.where(limit::is).cNs())
                        .filter(ns -> !Double.isNaN(ns)));
    }

    private static Stream<Measurement> both(Round round) {
        return Stream.concat(round.c().stream(), round.java().stream());
    }

    /**
     * Something that both programs measure.
     *
     * @param operation its name
     * @param bytes its size
     */
    private record Point(String operation, int bytes) {
        boolean is(Measurement m) {
            return m.bytes() == bytes && m.operation().equals(operation);
        }
    }
}
