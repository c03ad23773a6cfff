package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.jshmem.benchmarks.Units;
import org.jshmem.benchmarks.calls.CallTimes.Phase;

/** As many PEs as CPUs, at most two, and something else that wants a CPU. */
final class BusyNeighbours {
    private static final int PES = 2;
    private static final double MEAN_BAR = 1.5;
    private static final double P99_BAR_NS = 20e3;
    private static final double ALONE_BAR = 1;

    private static final String BARRIER = "barrier_all";
    private static final String SUM = "sum_reduce, 8 B";
    private static final String BROADCAST = "broadcast + barrier, 8 B";
    private static final String WAIT = "p, wait_until, and back";
    private static final String LOCK = "set_lock + clear_lock, contended";
    private static final List<String> OPERATIONS = List.of(BARRIER, SUM, BROADCAST, WAIT, LOCK);
    private static final Set<String> WITH_BAR = Set.of(BARRIER, SUM, BROADCAST, WAIT);

    private final CallJobs jobs;
    private final List<String> operations;
    private final Map<Neighbour, List<CallRound>> rounds = new EnumMap<>(Neighbour.class);

    BusyNeighbours(CallJobs jobs, Predicate<String> only) {
        this.jobs = jobs;
        this.operations = OPERATIONS.stream().filter(only).toList();
    }

    void run(int count, int steadyMs) throws IOException {
        for (int round = 1; !operations.isEmpty() && round <= count; round++) {
            for (Neighbour neighbour : Neighbour.values()) {
                final String what = PES + " PEs beside " + neighbour + ", round " + round + " of " + count;
                rounds.computeIfAbsent(neighbour, n -> new ArrayList<>())
                        .add(jobs.run(what, PES, steadyMs, neighbour, operations));
            }
        }
    }

    String markdown() {
        final MarkdownTable table = new MarkdownTable(
                "beside",
                "operation",
                "C, mean:",
                "JSHMEM, mean:",
                "ratio:",
                "lowest – highest:",
                "bar:",
                "",
                "C, p50:",
                "JSHMEM, p50:",
                "C, p99:",
                "JSHMEM, p99:",
                "bar:",
                "");
        rounds.forEach((neighbour, results) -> {
            operations.forEach(operation -> table.row(single(neighbour, operation, results)));
            if (neighbour == Neighbour.NOTHING) {
                operations.forEach(operation -> table.row(backToBack(operation, results)));
            }
        });
        return table.toString();
    }

    private static List<String> single(Neighbour neighbour, String operation, List<CallRound> results) {
        final Ratios means = ratios(operation, Phase.STEADY, results);
        final List<String> row = means(neighbour.toString(), operation, means, bar(neighbour, operation));
        row.add(Units.time(
                median(results, round -> round.c(operation, Phase.STEADY).p50Ns())));
        row.add(Units.time(
                median(results, round -> round.java(operation, Phase.STEADY).p50Ns())));
        row.add(Units.time(
                median(results, round -> round.c(operation, Phase.STEADY).p99Ns())));
        final double p99 =
                median(results, round -> round.java(operation, Phase.STEADY).p99Ns());
        final OptionalDouble bar = neighbour.isProcess() && WITH_BAR.contains(operation)
                ? OptionalDouble.of(P99_BAR_NS)
                : OptionalDouble.empty();
        row.add(Units.time(p99));
        row.add(bar.isPresent() ? "≤ " + Units.time(bar.getAsDouble()) : "");
        row.add(Verdict.of(p99, bar).toString());
        return row;
    }

    private static List<String> backToBack(String operation, List<CallRound> results) {
        final Ratios means = ratios(operation, Phase.BACK_TO_BACK, results);
        final List<String> row = means(
                Neighbour.NOTHING.toString(), operation + ", back to back", means, bar(Neighbour.NOTHING, operation));
        row.addAll(List.of("", "", "", "", "", ""));
        return row;
    }

    private static List<String> means(String beside, String operation, Ratios means, OptionalDouble bar) {
        return new ArrayList<>(List.of(
                beside,
                operation,
                Units.time(means.cMedian()),
                Units.time(means.javaMedian()),
                Units.digits(means.median()),
                means.range(),
                bar.isPresent() ? "≤ " + Units.digits(bar.getAsDouble()) : "",
                means.verdict(bar).toString()));
    }

    private static OptionalDouble bar(Neighbour neighbour, String operation) {
        if (neighbour == Neighbour.NOTHING) {
            return OptionalDouble.of(ALONE_BAR);
        }
        return neighbour.isProcess() && WITH_BAR.contains(operation)
                ? OptionalDouble.of(MEAN_BAR)
                : OptionalDouble.empty();
    }

    private static double median(List<CallRound> results, ToDoubleFunction<CallRound> time) {
        return Medians.of(results.stream().mapToDouble(time));
    }

    private static Ratios ratios(String operation, Phase phase, List<CallRound> results) {
        return Ratios.of(
                results,
                round -> round.c(operation, phase).meanNs(),
                round -> round.java(operation, phase).meanNs());
    }
}
