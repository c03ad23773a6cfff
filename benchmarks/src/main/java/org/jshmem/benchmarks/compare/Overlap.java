package org.jshmem.benchmarks.compare;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jshmem.benchmarks.Measurement;
import org.jshmem.benchmarks.Units;

/**
 * How much of a collective is hidden by a computation of the same length between its start and the wait for it, as the
 * OSU benchmarks define it, and what the collective adds to the time of the computation.
 */
final class Overlap {
    private static final String COMPUTATION = ", computation";
    private static final String BESIDE = " beside computation";
    private static final String UNKNOWN = "–";

    private final Map<Mpi, List<Round>> passes;

    Overlap(Map<Mpi, List<Round>> passes) {
        this.passes = passes;
    }

    /** Whether something is measured for the overlap only. */
    static boolean isPartOf(Measurement m) {
        return m.operation().endsWith(COMPUTATION) || m.operation().endsWith(BESIDE);
    }

    String markdown() {
        final List<String> headings = new ArrayList<>(List.of("overlap with a computation; what remains"));
        passes.keySet().forEach(mpi -> headings.add(mpi.name() + ":"));
        headings.add("JSHMEM:");
        final MarkdownTable table = new MarkdownTable(headings.toArray(String[]::new));
        final List<Round> first = passes.values().iterator().next();
        for (Point point : points(first)) {
            final List<String> cells = new ArrayList<>(List.of(point.operation() + ", " + Units.size(point.bytes())));
            passes.values().forEach(rounds -> cells.add(cell(rounds, Round::c, point)));
            cells.add(cell(first, Round::java, point));
            table.row(cells);
        }
        return table.toString();
    }

    private static Set<Point> points(List<Round> rounds) {
        final Set<Point> points = new LinkedHashSet<>();
        rounds.forEach(round -> round.java().stream()
                .filter(m -> m.operation().endsWith(BESIDE))
                .forEach(m -> points.add(
                        new Point(m.operation().substring(0, m.operation().length() - BESIDE.length()), m.bytes()))));
        return points;
    }

    private static String cell(List<Round> rounds, Function<Round, List<Measurement>> side, Point point) {
        final List<List<Measurement>> of = rounds.stream().map(side).toList();
        final double percent = Medians.of(of.stream().mapToDouble(point::percent));
        final double leftNs = Medians.of(of.stream().mapToDouble(point::leftNs));
        return Double.isNaN(percent) ? UNKNOWN : Math.round(percent) + " %; " + Units.time(Math.max(0, leftNs));
    }

    /**
     * A collective.
     *
     * @param operation its name
     * @param bytes its size
     */
    private record Point(String operation, int bytes) {
        double percent(List<Measurement> of) {
            return Math.max(0, 100 * (1 - leftNs(of) / ns(of, operation)));
        }

        /** By how much the computation takes longer with the collective. */
        double leftNs(List<Measurement> of) {
            return ns(of, operation + BESIDE) - ns(of, operation + COMPUTATION);
        }

        private double ns(List<Measurement> of, String name) {
            return Medians.ofTimes(of.stream()
                    .filter(m -> m.bytes() == bytes && m.operation().equals(name))
                    .toList());
        }
    }
}
