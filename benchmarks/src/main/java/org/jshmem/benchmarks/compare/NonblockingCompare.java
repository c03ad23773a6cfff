package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/compare --nonblocking}, once everything is built. */
@Command(
        name = "compare --nonblocking",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs JSHMEM's non-blocking collectives and those of MPI in C in turn, on one node and between"
                + " two test hosts: by themselves, beside the blocking calls, and beside a computation.")
public final class NonblockingCompare implements Callable<Integer> {
    private static final int ROUNDS = 3;
    private static final String SUITE = "nonblocking";

    @Mixin
    private Options options;

    @Mixin
    private Batches batches;

    @Option(
            names = "--only",
            defaultValue = "",
            paramLabel = "REGEX",
            description = "Operations whose names contain a match.")
    private String only;

    @Option(
            names = "--provider",
            defaultValue = "tcp;ofi_rxm",
            description = "libfabric's name of what JSHMEM uses between hosts (default: ${DEFAULT-VALUE}).")
    private String provider;

    @Option(names = "--quick", description = "On one node only: no test hosts.")
    private boolean quick;

    private NonblockingCompare() {}

    /**
     * Called by {@code bin/compare}.
     *
     * @param args options; {@code --help} lists them
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new NonblockingCompare()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        final Path programs = options.target().resolve("c");
        final NonblockingCommands commands = new NonblockingCommands(options, batches.sliceMs(), provider, only);
        final StringBuilder page = new StringBuilder();
        page.append("### On one node\n\n").append(compare(Mpi.found(programs), commands.onOneNode(), true));
        final Optional<String> missing = quick ? Optional.of("--quick") : TestHosts.missing(options);
        if (missing.isPresent()) {
            System.out.println("\nleft out: two hosts, since " + missing.get());
        } else {
            final List<Mpi> mpis = Mpi.foundForHosts(programs, new HostCommands(options, provider));
            page.append("\n### Between two hosts\n\n").append(compare(mpis, commands.onHosts(), false));
        }
        Files.writeString(options.target().resolve(SUITE + ".md"), page);
        if (options.refreshesPage()) {
            options.page(SUITE).put(Machine.name(), page.toString());
        }
        return 0;
    }

    private String compare(List<Mpi> mpis, List<String> javaCommand, boolean isOneNode) throws IOException {
        final IdleMachine idle = new IdleMachine();
        final int rounds = options.rounds(ROUNDS);
        final Map<Mpi, List<Round>> passes =
                new MpiTurns(options.target(), idle, batches, mpis, SUITE).run(rounds, javaCommand);
        final Map<Mpi, List<Round>> calls = calls(passes);
        final MpiReport besideMpi = new MpiReport(calls, new BesideNonblockingMpi(isOneNode), List.of());
        final List<Round> java = calls.get(mpis.getFirst());
        final Report besideBlocking = new Report(
                "blocking call",
                "Next to the blocking calls:",
                new BesideBlocking(isOneNode).rows(java),
                List.of(HeapUse.most(java)));
        final String text = batches.machine(rounds, idle.wasBusy()) + " Each round is " + Turns.PASSES
                + " passes over all operations.\n\n" + besideMpi.markdown() + "\n" + besideBlocking.markdown() + "\n"
                + new Overlap(passes).markdown();
        System.out.println();
        System.out.print(text);
        return text;
    }

    /** Without the computations, which last as long as each library's collective. */
    private static Map<Mpi, List<Round>> calls(Map<Mpi, List<Round>> passes) {
        final Map<Mpi, List<Round>> calls = new LinkedHashMap<>();
        passes.forEach((mpi, rounds) -> calls.put(
                mpi,
                rounds.stream()
                        .map(round -> round.where(m -> !Overlap.isPartOf(m)))
                        .toList()));
        return calls;
    }
}
