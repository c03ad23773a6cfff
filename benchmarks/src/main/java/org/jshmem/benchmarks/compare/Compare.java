package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jshmem.benchmarks.Measurement;
import org.jshmem.benchmarks.OneCopier;
import org.jshmem.benchmarks.SizePlot;
import org.jshmem.benchmarks.compare.Figure.Unit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bin/compare}, once everything is built. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs JSHMEM and Open MPI's OSHMEM in turn and prints the ratio of each operation.")
public final class Compare implements Callable<Integer> {
    private static final int PES = 2;
    private static final int ROUNDS_WHEN_OVERSUBSCRIBED = 3;
    private static final int FOUR = 4;
    private static final int EIGHT = 8;

    /** None, but for what the virtual machine itself allocates now and then. */
    private static final double ALLOCATED_BAR = 0.01;

    private static final String ALLOCATES_BY_NATURE = "malloc + free";

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "How often each side runs (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(
            names = "--slice-ms",
            defaultValue = "50",
            description = "How long to measure each point (default: ${DEFAULT-VALUE} ms).")
    private int sliceMs;

    @Option(names = "--quick", description = "Two PEs only: no start-up, no 4, 8 and 64 PEs.")
    private boolean quick;

    @Option(names = "--doc", description = "Also refresh the table and the plot of docs/performance.md.")
    private boolean doc;

    @Option(names = "--root", hidden = true, required = true)
    private Path root;

    @Option(names = "--class-path", hidden = true, required = true)
    private String classPath;

    @Option(names = "--java", hidden = true, required = true)
    private String java;

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
        Path target = root.resolve("benchmarks/target");
        Commands commands = new Commands(
                oshrun, target.resolve("c"), root.resolve("bin/shmemrun").toString(), java, classPath, sliceMs);
        IdleMachine idle = new IdleMachine();
        Rounds runner = new Rounds(commands, target, idle);
        List<Round> results = runner.run(rounds, PES, false);
        List<Figure> figures = new ArrayList<>();
        figures.add(allocated(results));
        figures.addAll(new Relations(results).figures());
        if (!quick) {
            for (int pes : List.of(FOUR, EIGHT)) {
                figures.addAll(new Oversubscribed(pes, runner.run(ROUNDS_WHEN_OVERSUBSCRIBED, pes, true)).figures());
            }
            figures.addAll(new WholeJobs(commands, target, idle).figures());
        }
        Report report = new Report(Machine.description(rounds, idle.wasBusy()), new Comparer(results).rows(), figures);
        write(report, results, target, "comparison");
        if (doc) {
            Path docs = root.resolve("docs");
            PerformancePage.refresh(docs.resolve("performance.md"), report.markdown());
            plot(results, docs.resolve("performance.svg"));
        }
        return 0;
    }

    private static void write(Report report, List<Round> results, Path directory, String name) throws IOException {
        System.out.println();
        System.out.print(report.markdown());
        Files.writeString(directory.resolve(name + ".md"), report.markdown());
        Files.writeString(directory.resolve(name + ".json"), report.json());
        plot(results, directory.resolve(name + ".svg"));
        System.out.println();
        System.out.println("Written: " + directory.resolve(name) + ".md, .json, .svg");
    }

    /** The least of each operation and size, since the first calls run before they are compiled; of those, the most. */
    private static Figure allocated(List<Round> rounds) {
        Map<String, Double> least = new HashMap<>();
        rounds.stream()
                .flatMap(round -> round.java().stream())
                .filter(m -> !m.operation().equals(ALLOCATES_BY_NATURE)
                        && !m.operation().endsWith(OneCopier.SUFFIX))
                .forEach(m -> least.merge(m.operation() + m.bytes(), m.allocatedBytes(), Math::min));
        double most = least.values().stream().mapToDouble(bytes -> bytes).max().orElse(Double.NaN);
        return Figure.of(
                "Java heap allocated per operation, the most of any", most, Unit.BYTES, "malloc apart", ALLOCATED_BAR);
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
