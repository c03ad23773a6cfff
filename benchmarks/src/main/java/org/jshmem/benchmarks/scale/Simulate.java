package org.jshmem.benchmarks.scale;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jshmem.benchmarks.Units;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints rounds, bytes and times of the barriers of simulated jobs, as a table. */
@Command(
        name = "simulate",
        mixinStandardHelpOptions = true,
        usageHelpAutoWidth = true,
        description = {
            "Simulates barriers of large jobs: the runtime's own barrier, relay and payload classes over a virtual"
                    + " network, in one process. Checks every outcome and result.",
            ""
        })
public final class Simulate implements Callable<Integer> {
    private static final double US = 1000;

    /** All PEs hold what all bring: beyond this, that is more memory than a machine has for all nodes. */
    private static final int MOST_TO_GATHER = 2048;

    @Parameters(
            arity = "0..*",
            paramLabel = "PES",
            description = "numbers of PEs (${DEFAULT-VALUE})",
            defaultValue = "2 16 128 256 1024 4096 10112 32768 100096",
            split = " ")
    private int[] sizes;

    @Option(names = "--pes-per-node", paramLabel = "N", description = "PEs on a node (${DEFAULT-VALUE})")
    private int pesPerNode = 128;

    @Option(
            names = "--latency",
            paramLabel = "US",
            description = "latency of a message, microseconds (${DEFAULT-VALUE})")
    private double latencyUs = 1.5;

    @Option(
            names = "--overhead",
            paramLabel = "US",
            description = "of a CPU, to send and to receive a message, microseconds (${DEFAULT-VALUE})")
    private double overheadUs = 0.2;

    @Option(names = "--bandwidth", paramLabel = "GB/S", description = "of an interface, GB/s (${DEFAULT-VALUE})")
    private double bandwidth = 10;

    @Option(
            names = "--line",
            paramLabel = "NS",
            description = "to read a cache line of another PE of the node, nanoseconds (${DEFAULT-VALUE})")
    private double lineNs = 20;

    @Option(
            names = "--jitter",
            paramLabel = "US",
            description = "messages take up to so much longer, microseconds (${DEFAULT-VALUE})")
    private double jitterUs;

    @Option(names = "--seed", paramLabel = "N", description = "of what is random (${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--plot", paramLabel = "FILE", description = "writes the times as SVG")
    private Path plot;

    /**
     * The command.
     *
     * @param args options and sizes
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new Simulate()).execute(args));
    }

    @Override
    @SuppressWarnings("checkstyle:systemout") // the table is its result
    public Integer call() throws IOException {
        if (pesPerNode < 1) {
            throw new IllegalArgumentException("pes-per-node=" + pesPerNode + " is less than 1");
        }
        final NetworkModel model = new NetworkModel(latencyUs * US, overheadUs * US, bandwidth, lineNs, jitterUs * US);
        System.out.println("| PEs | nodes | rounds | messages of a leader | bytes of a leader: barrier |"
                + " reduction or scan of 8 B | collect of 8 B | time: barrier | broadcast of 8 B |"
                + " reduction of 8 B | scan of 8 B | collect of 8 B |");
        System.out.println("|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
        final List<List<Outcome>> all = new ArrayList<>();
        for (int pes : sizes) {
            final List<Outcome> outcomes = simulate(pes, model);
            all.add(outcomes);
            System.out.println(row(outcomes));
        }
        if (plot != null) {
            Files.writeString(plot, ScalePlot.of(all));
        }
        return 0;
    }

    private List<Outcome> simulate(int pes, NetworkModel model) {
        if (pes < 2) {
            throw new IllegalArgumentException("PES=" + pes + " is less than 2");
        }
        final int[][] nodes = Simulation.nodes(pes, Math.min(pesPerNode, Math.ceilDiv(pes, 2)));
        final List<Step> steps = new ArrayList<>(
                List.of(Step.MISMATCH, Step.VOTE, Step.BARRIER, Step.BROADCAST, Step.REDUCE, Step.SCAN));
        if (pes <= MOST_TO_GATHER) {
            steps.add(Step.GATHER);
        }
        try (Arena arena = Arena.ofConfined()) {
            return new Simulation(arena, model, nodes, seed, steps.toArray(new Step[0])).run(0);
        }
    }

    private static String row(List<Outcome> outcomes) {
        final Outcome barrier = of(outcomes, Step.BARRIER);
        final Outcome reduce = of(outcomes, Step.REDUCE);
        final Outcome gather = of(outcomes, Step.GATHER);
        return String.format(
                Locale.ROOT,
                "| %,d | %,d | %d | %d | %,d | %,d | %s | %s | %s | %s | %s | %s |",
                barrier.pes(),
                barrier.nodes(),
                barrier.rounds(),
                barrier.messages(),
                barrier.bytes(),
                reduce.bytes(),
                gather == null ? "–" : String.format(Locale.ROOT, "%,d", gather.bytes()),
                Units.time(barrier.ns()),
                Units.time(of(outcomes, Step.BROADCAST).ns()),
                Units.time(reduce.ns()),
                Units.time(of(outcomes, Step.SCAN).ns()),
                gather == null ? "–" : Units.time(gather.ns()));
    }

    /** The outcome of a step; null if there is none. */
    static Outcome of(List<Outcome> outcomes, Step step) {
        return outcomes.stream()
                .filter(outcome -> outcome.step() == step)
                .findFirst()
                .orElse(null);
    }
}
