package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jshmem.benchmarks.Measurement;

/**
 * Pairs what C and Java measured in the same round and, where the peers react, in the same state of the machine. A ratio is the median
 * of the rounds' ratios.
 */
final class Comparer {
    private static final Set<String> PEERS_REACT =
            Set.of("barrier_all", "sync_all", "malloc + free", "p, wait_until, and back", "put_signal, wait, and back");
    private static final Set<String> PEERS_REACT_WHERE_SMALL =
            Set.of("team_sync", "sum_reduce", "broadcast + barrier", "alltoall", "fcollect");
    private static final int STREAM = 64;

    private final List<Round> rounds;

    Comparer(List<Round> rounds) {
        this.rounds = rounds;
    }

    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (Point point : points()) {
            if (peersReact(point)) {
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
                Bar.ratio(point.operation(), point.bytes())));
    }

    private double limitNs(Point point, List<Round> pairs) {
        return peersReact(point)
                ? Medians.of(pairs.stream().flatMap(Comparer::both).mapToDouble(Measurement::roundTripBeforeNs))
                : calls(point.operation()) * memcpyNs(point);
    }

    private double memcpyNs(Point point) {
        String copy = point.operation().contains("get") ? "memcpy from peer" : "memcpy to peer";
        Point limit = new Point(copy, point.bytes());
        return Medians.of(rounds.stream()
                .mapToDouble(round -> round.where(limit::is).cNs())
                .filter(ns -> !Double.isNaN(ns)));
    }

    private static boolean peersReact(Point point) {
        return PEERS_REACT.contains(point.operation())
                || (point.bytes() <= Long.BYTES && PEERS_REACT_WHERE_SMALL.contains(point.operation()));
    }

    private static int calls(String operation) {
        return operation.startsWith(STREAM + " ") ? STREAM : 1;
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
