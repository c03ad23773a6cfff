package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.jshmem.benchmarks.Units;
import org.jshmem.benchmarks.calls.CallTimes.Phase;

/**
 * More PEs than CPUs: collectives in a program's first quarter of a second and after half a second, each in a job of
 * its own.
 */
final class OversubscribedCalls {
    private static final List<String> OPERATIONS =
            List.of("barrier_all", "sum_reduce, 8 B", "broadcast + barrier, 8 B", "alltoall, 8 B");
    private static final OptionalDouble FIRST_BAR = OptionalDouble.of(3);
    private static final OptionalDouble STEADY_BAR = OptionalDouble.of(1);

    private final CallJobs jobs;
    private final Predicate<String> only;
    private final Map<Point, List<CallRound>> rounds = new LinkedHashMap<>();

    OversubscribedCalls(CallJobs jobs, Predicate<String> only) {
        this.jobs = jobs;
        this.only = only;
    }

    void run(int count, List<Integer> pes, int steadyMs) throws IOException {
        for (int round = 1; round <= count; round++) {
            for (int n : pes) {
                for (String operation : OPERATIONS.stream().filter(only).toList()) {
                    final String what = n + " PEs, " + operation + ", round " + round + " of " + count;
                    rounds.computeIfAbsent(new Point(operation, n), point -> new ArrayList<>())
                            .add(jobs.run(what, n, steadyMs, Neighbour.NOTHING, List.of(operation)));
                }
            }
        }
    }

    String markdown() {
        final MarkdownTable table = new MarkdownTable(
                "PEs:",
                "operation",
                "C, first ¼ s:",
                "JSHMEM:",
                "ratio:",
                "lowest – highest:",
                "bar:",
                "",
                "C, after ½ s:",
                "JSHMEM:",
                "ratio:",
                "lowest – highest:",
                "bar:",
                "");
        rounds.forEach((point, results) -> {
            final List<String> row = new ArrayList<>(List.of(Integer.toString(point.pes()), point.operation()));
            row.addAll(cells(point, Phase.FIRST, results, FIRST_BAR));
            row.addAll(cells(point, Phase.STEADY, results, STEADY_BAR));
            table.row(row);
        });
        return table.toString();
    }

    private static List<String> cells(Point point, Phase phase, List<CallRound> results, OptionalDouble bar) {
        final Ratios means = Ratios.of(
                results,
                round -> round.c(point.operation(), phase).meanNs(),
                round -> round.java(point.operation(), phase).meanNs());
        return List.of(
                Units.time(means.cMedian()),
                Units.time(means.javaMedian()),
                Units.digits(means.median()),
                means.range(),
                "≤ " + Units.digits(bar.orElseThrow()),
                means.verdict(bar).toString());
    }

    /** An operation of so many PEs. */
    private record Point(String operation, int pes) {}
}
