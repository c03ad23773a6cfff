package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/compare}, once everything is built. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs JSHMEM and Open MPI's OSHMEM in turn and prints the ratio of each operation.")
public final class Compare implements Callable<Integer> {
    private static final String TITLE = "JSHMEM next to C OSHMEM, 2 PEs, ";
    private static final Set<String> COLLECTIVES = Set.of(
            "barrier_all",
            "sync_all",
            "malloc + free",
            "team_sync",
            "sum_reduce",
            "broadcast + barrier",
            "alltoall",
            "fcollect",
            "collect");
    private static final int PES = 2;
    private static final int ROUNDS = 5;
    private static final int ROUNDS_WHEN_OVERSUBSCRIBED = 3;
    private static final int FOUR = 4;
    private static final int EIGHT = 8;

    @Mixin
    private Options options;

    @Mixin
    private Batches batches;

    @Option(names = "--quick", description = "Two PEs only: no start-up, no 4, 8 and 64 PEs.")
    private boolean quick;

    @Option(names = "--oshrun", hidden = true, defaultValue = "oshrun")
    private String oshrun;

    private Compare() {}

    /**
     * Called by {@code bin/compare}.
     *
     * @param args options; {@code --help} lists them
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Compare()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        Path target = options.target();
        Commands commands = new Commands(
                new Oshrun(oshrun, target.resolve("c")),
                options.script("shmemrun"),
                options.java(),
                options.classPath(),
                batches.sliceMs());
        IdleMachine idle = new IdleMachine();
        Rounds runner = new Rounds(target, idle, batches.areUndisturbed());
        List<Round> results = run(runner, options.rounds(ROUNDS), commands, PES, false);
        List<Figure> figures = new ArrayList<>();
        figures.add(HeapUse.most(results));
        figures.addAll(new Relations(results).figures());
        if (!quick) {
            for (int pes : List.of(FOUR, EIGHT)) {
                List<Round> ofMany = run(runner, ROUNDS_WHEN_OVERSUBSCRIBED, commands, pes, true);
                figures.addAll(new Oversubscribed(pes, ofMany).figures());
            }
            figures.addAll(new WholeJobs(commands, target, idle).figures());
        }
        List<Row> rows = new Comparer(results, new OneNode()).rows();
        Report report = new Report("C OSHMEM", batches.machine(options.rounds(ROUNDS), idle.wasBusy()), rows, figures);
        report.write(target, "comparison");
        draw(target.resolve("operations.svg"), rows, false);
        draw(target.resolve("collectives.svg"), rows, true);
        if (options.refreshesPage()) {
            options.page("operations").put(Machine.name(), report.markdown());
            draw(options.chart("operations"), rows, false);
            draw(options.chart("collectives"), rows, true);
        }
        return 0;
    }

    private static void draw(Path file, List<Row> rows, boolean collectives) throws IOException {
        RatioPlot.write(
                file,
                TITLE + Machine.name(),
                RatioDot.sizes(),
                rows.stream()
                        .filter(row -> COLLECTIVES.contains(row.operation()) == collectives)
                        .map(RatioDot::of)
                        .toList());
    }

    private static List<Round> run(Rounds runner, int rounds, Commands commands, int pes, boolean onlyCollectives)
            throws IOException {
        return runner.run(
                rounds,
                pes + " PEs",
                commands.cBenchmark(pes, onlyCollectives),
                commands.javaBenchmark(pes, onlyCollectives));
    }
}
