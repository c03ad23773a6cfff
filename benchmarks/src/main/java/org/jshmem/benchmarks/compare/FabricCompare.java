package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/compare --fabric}, once everything is built. */
@Command(
        name = "compare --fabric",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Runs JSHMEM over libfabric and a C program that calls libfabric itself in turn, on one machine and"
                        + " between two test hosts, and prints the ratio of each operation.")
public final class FabricCompare implements Callable<Integer> {
    private static final int ROUNDS = 5;
    private static final String PEER = "C, libfabric";

    @Mixin
    private Options options;

    @Mixin
    private Batches batches;

    @Option(
            names = "--provider",
            defaultValue = "tcp;ofi_rxm",
            description = "libfabric's name of what both sides use (default: ${DEFAULT-VALUE}).")
    private String provider;

    @Option(
            names = "--only",
            defaultValue = "",
            paramLabel = "REGEX",
            description = "Operations whose names contain a match.")
    private String only;

    @Option(names = "--quick", description = "On one machine only: no test hosts.")
    private boolean quick;

    private FabricCompare() {}

    /**
     * Called by {@code bin/compare}.
     *
     * @param args options; {@code --help} lists them
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new FabricCompare()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        FabricCommands commands = new FabricCommands(options, batches.sliceMs(), provider, only);
        StringBuilder page = new StringBuilder();
        page.append("### On one machine\n\n");
        Report report = loopback(commands);
        page.append(report.markdown());
        Optional<String> missing = quick ? Optional.of("--quick") : TestHosts.missing(options);
        if (missing.isPresent()) {
            System.out.println("\nleft out: two hosts, since " + missing.get());
        } else {
            report = twoHosts(commands);
            page.append("\n### Between two hosts\n\n");
            page.append(report.markdown());
        }
        if (options.refreshesPage()) {
            options.page("network").put(Machine.name(), page.toString());
            RatioPlot.write(
                    options.chart("network"),
                    "JSHMEM next to libfabric in C, " + (missing.isPresent() ? "" : "two hosts on ") + Machine.name(),
                    RatioDot.sizes(),
                    report.rows().stream().map(RatioDot::of).toList());
        }
        return 0;
    }

    private Report loopback(FabricCommands commands) throws IOException {
        IdleMachine idle = new IdleMachine();
        List<Round> rounds = new Turns(options.target(), idle, batches.areUndisturbed())
                .run(options.rounds(ROUNDS), "loopback", commands.cOnLoopback(), commands.javaOnLoopback());
        return report(rounds, new FabricFigures(rounds).figures(), idle, "fabric-loopback");
    }

    private Report twoHosts(FabricCommands commands) throws IOException {
        IdleMachine idle = new IdleMachine();
        List<Round> rounds = new Turns(options.target(), idle, batches.areUndisturbed())
                .run(options.rounds(ROUNDS), "2 hosts", commands.cOnHosts(), commands.javaOnHosts());
        List<Figure> figures = new ArrayList<>(new FabricFigures(rounds).figures());
        Rounds runner = new Rounds(options.target(), idle, batches.areUndisturbed());
        figures.addAll(new TwoByTwo(runner, commands).figures(options.rounds(ROUNDS)));
        return report(rounds, figures, idle, "fabric-hosts");
    }

    private Report report(List<Round> rounds, List<Figure> figures, IdleMachine idle, String name) throws IOException {
        Path target = options.target();
        Report report = new Report(
                PEER,
                batches.machine(options.rounds(ROUNDS), idle.wasBusy()) + " Each round is " + Turns.PASSES
                        + " passes over all operations. Provider `" + provider + "`.",
                new Comparer(rounds, new OverFabric()).rows(),
                figures);
        report.write(target, name);
        return report;
    }
}
