package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jshmem.benchmarks.MultiPeBenchmark;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bin/compare --mpi}, once everything is built. */
@Command(
        name = "compare --mpi",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Runs JSHMEM's messages and those of MPI in C in turn, and prints the ratio of each operation to the"
                        + " fastest MPI.")
public final class MpiCompare implements Callable<Integer> {
    private static final int ROUNDS = 3;

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
            names = "--minimd",
            paramLabel = "FILE",
            description = "Your own build of MiniMD with MPI, compared with the example.")
    private Path miniMd;

    @Option(
            names = "--lulesh",
            paramLabel = "FILE",
            description = "Your own build of LULESH with MPI, compared with the example.")
    private Path lulesh;

    @Option(
            names = "--mpirun",
            defaultValue = "mpirun.openmpi --oversubscribe",
            paramLabel = "COMMAND",
            description = "What starts these two (default: ${DEFAULT-VALUE}).")
    private String mpirun;

    private MpiCompare() {}

    /**
     * Called by {@code bin/compare}.
     *
     * @param args options; {@code --help} lists them
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new MpiCompare()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        final IdleMachine idle = new IdleMachine();
        final int rounds = options.rounds(ROUNDS);
        final List<Mpi> mpis = Mpi.found(options.target().resolve("c"));
        final Map<Mpi, List<Round>> passes =
                new MpiTurns(options.target(), idle, batches, mpis, "messages").run(rounds, javaCommand());
        final MpiReport report =
                new MpiReport(passes, new BesideMpi(), new MessageFigures(passes.get(mpis.getFirst())).figures());
        final String applications = applications(idle, rounds);
        final String page = batches.machine(rounds, idle.wasBusy()) + " Each round is " + Turns.PASSES
                + " passes over all operations.\n\n" + report.markdown() + applications;
        System.out.println();
        System.out.print(page);
        Files.writeString(options.target().resolve("messages.md"), page);
        if (options.refreshesPage()) {
            options.page("messages").put(Machine.name(), page);
            RatioPlot.write(
                    options.chart("messages"),
                    "JSHMEM next to the faster MPI in C, 2 PEs, " + Machine.name(),
                    RatioDot.sizes(),
                    report.best().map(RatioDot::of).toList());
        }
        return 0;
    }

    private List<String> javaCommand() {
        final List<String> command = new ArrayList<>(List.of(options.script("shmemrun"), "-np", "2", "-J-Xmn8m"));
        command.addAll(List.of("-cp", options.classPath(), MultiPeBenchmark.class.getName()));
        command.addAll(List.of("--messages", "--lines", "--on-request"));
        command.addAll(List.of("--slice-ms=" + batches.sliceMs(), "--only=" + only));
        return command;
    }

    private String applications(IdleMachine idle, int rounds) throws IOException {
        if (miniMd == null && lulesh == null) {
            return "";
        }
        final Applications applications = new Applications(options, idle, mpirun);
        if (miniMd != null) {
            applications.run(Application.MINIMD, miniMd, rounds);
        }
        if (lulesh != null) {
            applications.run(Application.LULESH_ALONE, lulesh, rounds);
            applications.run(Application.LULESH, lulesh, rounds);
        }
        return '\n' + applications.markdown();
    }
}
