package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jshmem.benchmarks.Units;
import org.jshmem.benchmarks.compare.Figure.Unit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/compare --oshmem}, once everything is built. */
@Command(
        name = "compare --oshmem",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs JSHMEM over Open MPI's OSHMEM: on one node in turn with JSHMEM on shared memory of its own,"
                + " and between two test hosts in turn with C programs that call OSHMEM.")
public final class OshmemCompare implements Callable<Integer> {
    private static final int ROUNDS = 5;
    private static final int STARTS = 7;
    private static final double START_BAR = 1.3;

    @Mixin
    private Options options;

    @Mixin
    private Batches batches;

    @Option(
            names = "--only",
            defaultValue = "",
            paramLabel = "REGEX",
            description = "Of JSHMEM the operations whose names contain a match.")
    private String only;

    @Option(names = "--quick", description = "On one node only: no test hosts.")
    private boolean quick;

    private OshmemCompare() {}

    /**
     * Called by {@code bin/compare}.
     *
     * @param args options; {@code --help} lists them
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new OshmemCompare()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        final OshmemCommands commands = new OshmemCommands(options, batches.sliceMs(), only);
        final StringBuilder page = new StringBuilder();
        page.append("### On one node\n\n").append(oneNode(commands).markdown());
        final Optional<String> missing = quick ? Optional.of("--quick") : TestHosts.missing(options);
        if (missing.isPresent()) {
            System.out.println("\nleft out: two hosts, since " + missing.get());
        } else {
            page.append("\n### Between two hosts\n\n").append(twoHosts(commands).markdown());
        }
        if (options.refreshesPage()) {
            options.page("oshmem").put(Machine.name(), page.toString());
        }
        return 0;
    }

    private Report oneNode(OshmemCommands commands) throws IOException {
        final IdleMachine idle = new IdleMachine();
        final List<Round> rounds = new Rounds(options.target(), idle, batches.areUndisturbed())
                .run(options.rounds(ROUNDS), "2 PEs", commands.ownOnOneNode(), commands.javaOnOneNode());
        return report("own shared memory", rounds, new OverOshmem(true), List.of(start(commands, idle)), idle, "node");
    }

    private Report twoHosts(OshmemCommands commands) throws IOException {
        final IdleMachine idle = new IdleMachine();
        final List<Round> rounds = new Rounds(options.target(), idle, batches.areUndisturbed())
                .run(options.rounds(ROUNDS), "2 hosts", commands.cOnHosts(), commands.javaOnHosts());
        return report("C, OSHMEM", rounds, new OverOshmem(false), List.of(), idle, "hosts");
    }

    /** What a program takes from its command line to its end, beside C's and JSHMEM's own. */
    private Figure start(OshmemCommands commands, IdleMachine idle) throws IOException {
        final double[] over = new double[STARTS];
        final double[] c = new double[STARTS];
        final double[] own = new double[STARTS];
        final double[] ratios = new double[STARTS];
        for (int i = 0; i < STARTS; i++) {
            idle.await();
            over[i] = wall(commands.javaHello());
            c[i] = wall(commands.cHello());
            own[i] = wall(commands.ownHello());
            ratios[i] = over[i] / (c[i] + own[i]);
        }
        return Figure.of(
                "hello on 2 PEs ÷ the sum of hello in C over OSHMEM and of hello by `shmemrun`",
                Medians.of(ratios),
                Unit.RATIO,
                Units.time(Medians.of(over)) + "; " + Units.time(Medians.of(c)) + " and " + Units.time(Medians.of(own)),
                START_BAR);
    }

    private double wall(List<String> command) {
        return Job.run(command, options.target()).wallNs();
    }

    private Report report(
            String peer, List<Round> rounds, Yardstick yardstick, List<Figure> figures, IdleMachine idle, String name)
            throws IOException {
        final Report report = new Report(
                peer,
                batches.machine(options.rounds(ROUNDS), idle.wasBusy()),
                new Comparer(rounds, yardstick).rows(),
                figures);
        report.write(options.target(), "oshmem-" + name);
        return report;
    }
}
