package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import org.jshmem.benchmarks.Units;
import org.jshmem.benchmarks.programs.FirstCalls;
import org.jshmem.benchmarks.programs.PassTime;
import org.jshmem.benchmarks.programs.Programs;

/** Programs and first calls, each in jobs of its own, C and Java in turn. */
final class WholePrograms {
    /** Of {@link #dots}. */
    static final List<String> SERIES = List.of("first pass", "steady");

    private static final int PES = 2;
    private static final OptionalDouble STEADY_BAR = OptionalDouble.of(1.2);
    private static final OptionalDouble FIRST_THOUSAND_BAR = OptionalDouble.of(10);
    private static final OptionalDouble FIRST_HUNDRED_THOUSAND_BAR = OptionalDouble.of(2);
    private static final List<String> OPERATIONS =
            List.of("barrier_all", "sum_reduce, 8 B", "malloc + free, 1 KiB", "p, wait_until, and back", "put, 4 KiB");

    private final Oshrun oshrun;
    private final Options options;
    private final IdleMachine idle;
    private final Map<ProgramPoint, List<ProgramRound>> programs = new LinkedHashMap<>();
    private final Map<String, List<ProgramRound>> operations = new LinkedHashMap<>();

    WholePrograms(Oshrun oshrun, Options options, IdleMachine idle) {
        this.oshrun = oshrun;
        this.options = options;
        this.idle = idle;
    }

    void run(int count, List<ProgramPoint> points, int passesMs) throws IOException {
        for (int round = 1; round <= count; round++) {
            for (ProgramPoint point : points) {
                final List<String> arguments = new ArrayList<>(List.of(Integer.toString(passesMs)));
                arguments.addAll(point.command());
                final ProgramRound result =
                        run(point.name() + ", round " + round + " of " + count, "programs", Programs.class, arguments);
                result.check(point.name());
                programs.computeIfAbsent(point, p -> new ArrayList<>()).add(result);
            }
        }
    }

    void runFirstCalls(int count, Predicate<String> only) throws IOException {
        for (int round = 1; round <= count; round++) {
            for (String operation : OPERATIONS.stream().filter(only).toList()) {
                operations
                        .computeIfAbsent(operation, o -> new ArrayList<>())
                        .add(run(
                                "first calls, " + operation + ", round " + round + " of " + count,
                                "first_calls",
                                FirstCalls.class,
                                List.of(operation)));
            }
        }
    }

    private ProgramRound run(String what, String cProgram, Class<?> javaProgram, List<String> arguments)
            throws IOException {
        final List<String> c = oshrun.command(PES, cProgram);
        c.addAll(arguments);
        final List<String> java = new ArrayList<>(List.of(
                options.script("shmemrun"),
                "-np",
                Integer.toString(PES),
                "-cp",
                options.classPath(),
                javaProgram.getName()));
        java.addAll(arguments);
        idle.await();
        return new ProgramRound(passes(what + ": C", c), passes(what + ": Java", java));
    }

    private List<PassTime> passes(String what, List<String> command) {
        System.out.println(what);
        return Job.run(command, options.target()).lines().stream()
                .map(PassTime::parse)
                .flatMap(Optional::stream)
                .toList();
    }

    String markdown() {
        final MarkdownTable table = table("program", "first pass", "steady state");
        programs.forEach((point, rounds) -> {
            final List<String> row = new ArrayList<>(List.of(point.name()));
            row.addAll(cells(Ratios.of(rounds, ProgramRound::cFirst, ProgramRound::javaFirst), point.firstBar()));
            row.addAll(cells(Ratios.of(rounds, ProgramRound::cSteady, ProgramRound::javaSteady), STEADY_BAR));
            table.row(row);
        });
        return table.toString();
    }

    /** The first pass and the steady state of each program. */
    List<RatioDot> dots() {
        final List<RatioDot> dots = new ArrayList<>();
        programs.forEach((point, rounds) -> {
            final Ratios first = Ratios.of(rounds, ProgramRound::cFirst, ProgramRound::javaFirst);
            final Ratios steady = Ratios.of(rounds, ProgramRound::cSteady, ProgramRound::javaSteady);
            dots.add(dot(point, 0, first));
            dots.add(dot(point, 1, steady));
        });
        return dots;
    }

    private static RatioDot dot(ProgramPoint point, int series, Ratios times) {
        return new RatioDot(
                point.name(),
                series,
                point.name() + ", " + SERIES.get(series),
                times.median(),
                times.cMedian(),
                times.javaMedian());
    }

    String firstCallsMarkdown() {
        final MarkdownTable table = table("operation", "1,000 calls", "100,000 calls");
        operations.forEach((operation, rounds) -> {
            final List<String> row = new ArrayList<>(List.of(operation));
            row.addAll(cells(Ratios.of(rounds, ProgramRound::cFirst, ProgramRound::javaFirst), FIRST_THOUSAND_BAR));
            row.addAll(cells(
                    Ratios.of(
                            rounds,
                            r -> r.c().getLast().ns(),
                            r -> r.java().getLast().ns()),
                    FIRST_HUNDRED_THOUSAND_BAR));
            table.row(row);
        });
        return table.toString();
    }

    private static MarkdownTable table(String what, String first, String second) {
        return new MarkdownTable(
                what,
                "C, " + first + ":",
                "JSHMEM:",
                "ratio:",
                "lowest – highest:",
                "bar:",
                "",
                "C, " + second + ":",
                "JSHMEM:",
                "ratio:",
                "lowest – highest:",
                "bar:",
                "");
    }

    private static List<String> cells(Ratios times, OptionalDouble bar) {
        return List.of(
                Units.time(times.cMedian()),
                Units.time(times.javaMedian()),
                Units.digits(times.median()),
                times.range(),
                bar.isPresent() ? "≤ " + Units.digits(bar.getAsDouble()) : "",
                times.verdict(bar).toString());
    }
}
