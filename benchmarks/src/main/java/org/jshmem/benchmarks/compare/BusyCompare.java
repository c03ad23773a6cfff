package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/compare --busy}, once everything is built. */
@Command(
        name = "compare --busy",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Runs JSHMEM and Open MPI's OSHMEM in turn where CPUs are wanted by others, and with more PEs than"
                        + " CPUs; times every single call.")
public final class BusyCompare implements Callable<Integer> {
    private static final int ROUNDS = 3;
    private static final int STEADY_MS = 1000;
    private static final int OVERSUBSCRIBED_STEADY_MS = 500;
    private static final int QUICK_STEADY_MS = 300;
    private static final List<Integer> PES = List.of(4, 8, 16, 32, 64);
    private static final List<Integer> QUICK_PES = List.of(4, 16);

    @Mixin
    private Options options;

    @Option(
            names = "--only",
            defaultValue = "",
            paramLabel = "REGEX",
            description = "Operations whose names contain a match.")
    private Pattern only;

    @Option(names = "--quick", description = "Shorter, and only 4 and 16 PEs where there are more PEs than CPUs.")
    private boolean quick;

    @Option(names = "--neighbours", description = "Only 2 PEs beside something else: no more PEs than CPUs.")
    private boolean onlyNeighbours;

    @Option(names = "--oversubscribed", description = "Only more PEs than CPUs.")
    private boolean onlyOversubscribed;

    @Option(names = "--oshrun", hidden = true, defaultValue = "oshrun")
    private String oshrun;

    private BusyCompare() {}

    /**
     * Called by {@code bin/compare}.
     *
     * @param args options; {@code --help} lists them
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new BusyCompare()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        final Path target = options.target();
        final IdleMachine idle = new IdleMachine();
        final CallJobs jobs = new CallJobs(new Oshrun(oshrun, target.resolve("c")), options, idle);
        final Predicate<String> wanted = only.asPredicate();
        final StringBuilder page = new StringBuilder();
        if (!onlyOversubscribed) {
            final BusyNeighbours neighbours = new BusyNeighbours(jobs, wanted);
            neighbours.run(options.rounds(ROUNDS), quick ? QUICK_STEADY_MS : STEADY_MS);
            page.append(neighbours.markdown()).append('\n');
        }
        if (!onlyNeighbours) {
            final OversubscribedCalls many = new OversubscribedCalls(jobs, wanted);
            many.run(
                    options.rounds(ROUNDS),
                    quick ? QUICK_PES : PES,
                    quick ? QUICK_STEADY_MS : OVERSUBSCRIBED_STEADY_MS);
            page.append(many.markdown());
        }
        page.insert(0, Machine.description(options.rounds(ROUNDS), idle.wasBusy()) + "\n\n");
        System.out.println();
        System.out.print(page);
        Files.writeString(target.resolve("busy.md"), page);
        if (options.refreshesPage()) {
            options.page("busy").put(Machine.name(), page.toString());
        }
        return 0;
    }
}
