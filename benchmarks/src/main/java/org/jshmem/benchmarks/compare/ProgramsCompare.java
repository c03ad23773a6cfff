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

/** {@code bin/compare --programs}, once everything is built. */
@Command(
        name = "compare --programs",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs whole programs with JSHMEM and with Open MPI's OSHMEM in turn, from a cold start.")
public final class ProgramsCompare implements Callable<Integer> {
    private static final int ROUNDS = 3;
    private static final int PASSES_MS = 2000;
    private static final int QUICK_ROUNDS = 1;

    @Mixin
    private Options options;

    @Option(
            names = "--only",
            defaultValue = "",
            paramLabel = "REGEX",
            description = "Programs and operations whose names contain a match.")
    private Pattern only;

    @Option(names = "--quick", description = "One round, unless --rounds says otherwise, and only the large sizes.")
    private boolean quick;

    @Option(names = "--oshrun", hidden = true, defaultValue = "oshrun")
    private String oshrun;

    private ProgramsCompare() {}

    /**
     * Called by {@code bin/compare}.
     *
     * @param args options; {@code --help} lists them
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new ProgramsCompare()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        final Path target = options.target();
        final IdleMachine idle = new IdleMachine();
        final int rounds = options.rounds(quick ? QUICK_ROUNDS : ROUNDS);
        final Predicate<String> wanted = only.asPredicate();
        final List<ProgramPoint> points = ProgramPoint.all().stream()
                .filter(point -> wanted.test(point.name()) && (point.large() || !quick))
                .toList();
        final WholePrograms programs = new WholePrograms(new Oshrun(oshrun, target.resolve("c")), options, idle);
        programs.run(rounds, points, PASSES_MS);
        programs.runFirstCalls(rounds, wanted);
        final String page = Machine.description(rounds, idle.wasBusy()) + "\n\n" + programs.markdown() + '\n'
                + programs.firstCallsMarkdown();
        System.out.println();
        System.out.print(page);
        Files.writeString(target.resolve("programs.md"), page);
        if (options.refreshesPage()) {
            options.page("programs").put(Machine.name(), page);
            RatioPlot.write(
                    options.chart("programs"),
                    "Whole programs: JSHMEM next to C OSHMEM, 2 PEs, " + Machine.name(),
                    WholePrograms.SERIES,
                    programs.dots());
        }
        return 0;
    }
}
