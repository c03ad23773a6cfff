package org.jshmem.benchmarks.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bin/compare --flow}, once everything is built. */
@Command(
        name = "compare --flow",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Runs programs that send, update or read a few bytes at a time, with JSHMEM's flows and distributed"
                        + " arrays and with Open MPI's OSHMEM in turn, on one machine and between two test hosts. Times"
                        + " are for one record and PE.")
public final class FlowCompare implements Callable<Integer> {
    private static final int ROUNDS = 3;
    private static final int PASSES_MS = 2000;
    private static final int QUICK_ROUNDS = 1;
    private static final int QUICK_PASSES_MS = 500;
    private static final Place TWO_PES = new Place(1, 2);

    @Mixin
    private Options options;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--bale",
            paramLabel = "DIR",
            description = "Where you have built bale with OSHMEM: its programs take part.")
    private Path bale;

    @Option(
            names = "--pes",
            split = ",",
            defaultValue = "2,4",
            paramLabel = "N",
            description = "How many PEs, on one machine (default: ${DEFAULT-VALUE}).")
    private List<Integer> pes;

    @Option(
            names = "--only",
            defaultValue = "",
            paramLabel = "REGEX",
            description = "Programs whose names contain a match.")
    private Pattern only;

    @Option(
            names = "--limit-s",
            defaultValue = "60",
            paramLabel = "SECONDS",
            description = "When a job is ended; its table cell is then \"none\" (default: ${DEFAULT-VALUE}).")
    private int limitS;

    @Option(
            names = "--provider",
            defaultValue = "tcp;ofi_rxm",
            description = "libfabric's name of what JSHMEM uses between hosts (default: ${DEFAULT-VALUE}).")
    private String provider;

    @Option(
            names = "--quick",
            description = "Shorter, one round unless --rounds says otherwise, and on one machine only: no test hosts.")
    private boolean quick;

    @Option(names = "--oshrun", hidden = true, defaultValue = "oshrun")
    private String oshrun;

    private FlowCompare() {}

    /**
     * Called by {@code bin/compare}.
     *
     * @param args options; {@code --help} lists them
     */
    public static void main(String[] args) {
        System.exit(new CommandLine(new FlowCompare()).execute(args));
    }

    @Override
    public Integer call() throws IOException {
        final IdleMachine idle = new IdleMachine();
        final FlowTasks tasks = new FlowTasks(jobs(), bale());
        final FlowResults results = new FlowResults();
        final List<Place> places = places();
        final int rounds = options.rounds(quick ? QUICK_ROUNDS : ROUNDS);
        for (int round = 1; round <= rounds; round++) {
            for (Place place : places) {
                System.out.println(place + ", round " + round + " of " + rounds);
                idle.await();
                wanted(Stream.concat(tasks.compared(place).stream(), tasks.alone(place).stream()))
                        .forEach(task -> results.run(place, task));
            }
            wanted(tasks.examples().stream()).forEach(task -> results.run(TWO_PES, task));
        }
        final String page = Machine.description(rounds, idle.wasBusy()) + "\n\n" + markdown(tasks, results, places);
        System.out.println();
        System.out.print(page);
        Files.writeString(options.target().resolve("flows.md"), page);
        if (options.refreshesPage()) {
            options.page("flows").put(Machine.name(), page);
        }
        return 0;
    }

    private FlowJobs jobs() {
        return new FlowJobs(
                options,
                new Oshrun(oshrun, options.target().resolve("c")),
                new HostCommands(options, provider),
                quick ? QUICK_PASSES_MS : PASSES_MS,
                Duration.ofSeconds(limitS));
    }

    private Optional<Bale> bale() throws IOException {
        if (bale == null) {
            return Optional.empty();
        }
        final Optional<Bale> found = Files.isDirectory(bale) ? Bale.in(bale) : Optional.empty();
        if (found.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(), "--bale=" + bale + " contains no program histo; build bale with OSHMEM first");
        }
        return found;
    }

    private List<Place> places() throws IOException {
        final List<Place> places = new ArrayList<>();
        pes.forEach(n -> places.add(new Place(1, n)));
        final Optional<String> missing = quick ? Optional.of("--quick") : TestHosts.missing(options);
        if (missing.isPresent()) {
            System.out.println("left out: two hosts, since " + missing.get());
        } else {
            places.add(new Place(2, 1));
            places.add(new Place(2, 2));
        }
        return places;
    }

    private Stream<FlowTask> wanted(Stream<FlowTask> tasks) {
        final Predicate<String> wanted = only.asPredicate();
        return tasks.filter(task -> wanted.test(task.name()));
    }

    private String markdown(FlowTasks tasks, FlowResults results, List<Place> places) {
        final FlowTable compared = new FlowTable(results);
        places.forEach(place ->
                compared.add(place, wanted(tasks.compared(place).stream()).toList()));
        final FlowTable examples = new FlowTable(results);
        examples.add(TWO_PES, wanted(tasks.examples().stream()).toList());
        final MarkdownTable figures = new MarkdownTable("in Java", "measured:", "bar:", "", "");
        for (Figure figure : new FlowFigures(results).figures(places)) {
            figures.row(figure.cells());
        }
        return Stream.of(compared.markdown(), examples.markdown(), figures.toString())
                .filter(table -> !table.isEmpty())
                .reduce((one, next) -> one + '\n' + next)
                .orElseThrow();
    }
}
