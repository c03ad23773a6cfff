package org.jshmem.monitor;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code shmem-top}: shows the jobs of this user on this machine whose PEs have the tool {@code monitor}. */
@Command(
        name = "shmem-top",
        description = "Shows what the PEs of running jobs do, and who waits for whom: of jobs of this user on this"
                + " machine that were started with SHMEM_TOOL=monitor.",
        mixinStandardHelpOptions = true,
        versionProvider = ShmemTop.Version.class)
public final class ShmemTop implements Callable<Integer> {
    private static final String CLEAR = "\033[H\033[2J";
    private static final int NOTHING_FOUND = 1;

    private static final PrintStream OUT = System.out;

    @Option(names = "--once", description = "Print once, and end.")
    private boolean isOnce;

    @Option(names = "--json", description = "Print JSON, a line for each look; implies --once unless -i is given.")
    private boolean isJson;

    @Option(
            names = "--serve",
            arity = "0..1",
            fallbackValue = "0",
            paramLabel = "PORT",
            description = "Serve a page for browsers on the loopback interface, at a free port unless one is given;"
                    + " its address, which has a token, is printed.")
    private Integer port;

    @Option(
            names = "--html",
            paramLabel = "FILE",
            description = "Write that page to a file, with what is to be seen now, and end.")
    private Path html;

    @Option(
            names = {"-i", "--interval"},
            paramLabel = "SECONDS",
            description = "Time between two looks; 1 unless given.")
    private Double seconds;

    /** By process: what it was when this program looked before. */
    private Map<Long, Snapshot> before = new HashMap<>();

    private ShmemTop() {}

    /** Says the version. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            final String version = ShmemTop.class.getPackage().getImplementationVersion();
            return new String[] {"shmem-top (JSHMEM) " + (version == null ? "of an unpacked build" : version)};
        }
    }

    /**
     * Runs the command and ends the JVM.
     *
     * @param arguments see {@code shmem-top -h}
     */
    public static void main(String[] arguments) {
        System.exit(new CommandLine(new ShmemTop()).execute(arguments));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (seconds != null && !(seconds > 0)) {
            throw new CommandLine.ParameterException(
                    new CommandLine(this), "-i " + seconds + " must be more than 0 seconds");
        }
        if (html != null) {
            Files.writeString(html, WebPage.with(Json.of(jobs())));
            return 0;
        }
        if (port != null) {
            OUT.println(WebPage.serve(port, () -> Json.of(jobs())));
            Thread.currentThread().join(); // until somebody ends it
        }
        final boolean endsAtOnce = isOnce || isJson && seconds == null;
        final long periodMs = seconds == null ? 1000 : Math.max(1, Math.round(seconds * 1000));
        while (true) {
            final Map<String, List<Snapshot>> jobs = jobs();
            OUT.print(isJson ? Json.of(jobs) : (endsAtOnce ? "" : CLEAR) + text(jobs));
            OUT.flush();
            if (endsAtOnce) {
                return jobs.isEmpty() ? NOTHING_FOUND : 0;
            }
            before = jobs.values().stream()
                    .flatMap(List::stream)
                    .collect(Collectors.toMap(pe -> pe.number("pid"), pe -> pe, (one, _) -> one));
            Thread.sleep(periodMs);
        }
    }

    private static Map<String, List<Snapshot>> jobs() throws IOException {
        final Map<String, List<Snapshot>> jobs = Page.readAll().stream()
                .map(Snapshot::parse)
                .collect(Collectors.groupingBy(pe -> pe.text("job"), TreeMap::new, Collectors.toList()));
        jobs.replaceAll((_, pes) ->
                pes.stream().sorted(Comparator.comparingInt(Snapshot::pe)).toList());
        return jobs;
    }

    private String text(Map<String, List<Snapshot>> jobs) {
        if (jobs.isEmpty()) {
            return "no PE of this user here has the tool monitor; start the job with SHMEM_TOOL=monitor (shmemrun -x"
                    + " SHMEM_TOOL=monitor ...)" + System.lineSeparator();
        }
        return jobs.entrySet().stream()
                .map(job -> Table.of(job.getKey(), job.getValue(), before, System.currentTimeMillis()))
                .collect(Collectors.joining(System.lineSeparator()));
    }
}
