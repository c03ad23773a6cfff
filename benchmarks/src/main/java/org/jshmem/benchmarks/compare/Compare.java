package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jshmem.benchmarks.Measurement;
import org.jshmem.benchmarks.SizePlot;
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
        Report report = new Report(
                "C OSHMEM",
                batches.machine(options.rounds(ROUNDS), idle.wasBusy()),
                new Comparer(results, new OneNode()).rows(),
                figures);
        report.write(target, "comparison");
        plot(results, target.resolve("comparison.svg"));
        if (options.refreshesPage()) {
            PerformancePage.refresh(options.page(), "measured", report.markdown());
            plot(results, options.docs().resolve("performance.svg"));
        }
        return 0;
    }

    private static List<Round> run(Rounds runner, int rounds, Commands commands, int pes, boolean onlyCollectives)
            throws IOException {
        return runner.run(
                rounds,
                pes + " PEs",
                commands.cBenchmark(pes, onlyCollectives),
                commands.javaBenchmark(pes, onlyCollectives));
    }

    private static void plot(List<Round> rounds, Path svg) throws IOException {
        Map<String, List<Measurement>> lines = new LinkedHashMap<>();
        Round last = rounds.getLast();
        lines.put("put, C OSHMEM", last.where(m -> m.operation().equals("put")).c());
        lines.put("put, JSHMEM", last.where(m -> m.operation().equals("put")).java());
        lines.put("get, C OSHMEM", last.where(m -> m.operation().equals("get")).c());
        lines.put("get, JSHMEM", last.where(m -> m.operation().equals("get")).java());
        lines.put(
                "memcpy to the peer",
                last.where(m -> m.operation().equals("memcpy to peer")).c());
        SizePlot.write(svg, "JSHMEM and C OSHMEM, 2 PEs on one machine", lines);
    }
}
