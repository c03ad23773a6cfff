package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The benchmark of several PEs: puts, gets, strided transfers, barriers and allocation, by size. Started by
 * {@code bin/bench} on two PEs.
 */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = "Measures OpenSHMEM operations between PE 0 and the last PE of the job.")
public final class MultiPeBenchmark implements Callable<Integer> {
    private static final int WARMUP_PASS_MS = 40;
    private static final int WARMUP_PASSES = 3;

    @Option(
            names = "--slice-ms",
            defaultValue = "50",
            description = "How long to measure each point (default: ${DEFAULT-VALUE} ms).")
    private int sliceMs;

    @Option(
            names = "--only",
            defaultValue = "",
            paramLabel = "REGEX",
            description = "Operations whose names contain a match.")
    private Pattern only;

    @Option(names = "--collectives", description = "Only the calls that all PEs make together.")
    private boolean collectives;

    @Option(names = "--fabric", description = "Only what is compared between PEs of different nodes.")
    private boolean fabric;

    @Option(names = "--messages", description = "Only what is compared with MPI.")
    private boolean messages;

    @Option(
            names = "--nonblocking",
            description = "Only collectives that do not wait, and their blocking calls; needs SHMEM_NB_REQUESTS=64.")
    private boolean nonblocking;

    @Option(names = "--lines", description = "Print JSON, a line per measurement, instead of the table.")
    private boolean lines;

    @Option(names = "--on-request", description = "Measure what lines of the standard input ask for, as \"get|8\".")
    private boolean onRequest;

    @Option(names = "--json", paramLabel = "FILE", description = "Write all measurements as JSON.")
    private Path json;

    @Option(names = "--plot", paramLabel = "FILE", description = "Draw time by size as SVG.")
    private Path plot;

    private MultiPeBenchmark() {}

    /**
     * Runs on every PE.
     *
     * @param args options; {@code --help} lists them
     */
    public static void main(String[] args) {
        int status = new CommandLine(new MultiPeBenchmark()).execute(args);
        if (status != 0) {
            System.exit(status);
        }
    }

    @Override
    public Integer call() throws IOException {
        try (var _ = init()) {
            List<Measurement> measurements = measure();
            if (myPe() == 0) {
                writeFiles(measurements);
            }
        }
        return 0;
    }

    private List<Measurement> measure() throws IOException {
        try (Suite suite = suite();
                Harness harness = new Harness()) {
            return measure(
                    harness,
                    suite.operations(operation -> only.matcher(operation.name()).find()));
        }
    }

    private Suite suite() {
        if (fabric) {
            return Suite.ofFabric();
        }
        if (messages) {
            return Suite.ofMessages();
        }
        if (nonblocking) {
            return Suite.ofNonblocking();
        }
        return collectives ? Suite.ofCollectives() : Suite.complete();
    }

    /**
     * Passes over everything first, so that no measured code is compiled again because a later operation used it
     * otherwise.
     */
    private List<Measurement> measure(Harness harness, List<Operation> operations) throws IOException {
        operations.forEach(harness::compile);
        for (int pass = 0; pass < WARMUP_PASSES; pass++) {
            for (Operation operation : operations) {
                harness.run(operation, Plan.warmupPass(WARMUP_PASS_MS), ignored -> {});
            }
            CompilerRest.await();
        }
        List<Measurement> measurements = new ArrayList<>();
        Consumer<Measurement> results = printer().andThen(measurements::add);
        Plan plan = Plan.ofSlice(sliceMs);
        if (onRequest) {
            new OnRequest(harness, operations).serve(plan, results);
        } else {
            operations.forEach(operation -> harness.run(operation, plan, results));
        }
        return measurements;
    }

    private Consumer<Measurement> printer() {
        if (myPe() != 0) {
            return ignored -> {};
        }
        return lines ? m -> System.out.println(MeasurementJson.line(m)) : new MeasurementTable(System.out)::print;
    }

    private void writeFiles(List<Measurement> measurements) throws IOException {
        if (json != null) {
            Files.writeString(json, MeasurementJson.array(measurements));
        }
        if (plot != null) {
            SizePlot.write(plot, infoGetName() + ", " + nPes() + " PEs", bySize(measurements));
        }
    }

    private static Map<String, List<Measurement>> bySize(List<Measurement> measurements) {
        Map<String, List<Measurement>> operations = new LinkedHashMap<>();
        for (Measurement m : measurements) {
            operations.computeIfAbsent(m.operation(), name -> new ArrayList<>()).add(m);
        }
        operations
                .values()
                .removeIf(points ->
                        points.stream().mapToInt(Measurement::bytes).distinct().count() < 2);
        return operations;
    }
}
