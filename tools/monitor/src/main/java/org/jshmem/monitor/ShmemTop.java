package org.jshmem.monitor;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
    private static final int FAILURE = 1;
    private static final int NOTHING_FOUND = 1;
    private static final int WRONG_USE = 2;

    private static final String LOOPBACK = "127.0.0.1";
    private static final long LOOK_MS = 1000;
    private static final int LAST_PORT = 65_535;

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
            names = "--listen",
            arity = "0..1",
            fallbackValue = LOOPBACK,
            paramLabel = "HOST[:PORT]",
            description = "Show the PEs, of any machine, that send here, not those of this machine: those that have"
                    + " SHMEM_TOOL=monitor and the setting SHMEM_MONITOR that is printed. HOST is this machine as they"
                    + " know it; the loopback interface unless given.")
    private String listen;

    @Option(
            names = "--report",
            paramLabel = "FILE",
            description = "Write the page to a file when this program ends, with what was to be seen last.")
    private Path report;

    /** For launchers. */
    @Option(names = "--until-input-ends", hidden = true)
    private boolean isFollowing;

    @Option(
            names = {"-i", "--interval"},
            paramLabel = "SECONDS",
            description = "Time between two looks; 1 unless given.")
    private Double seconds;

    /** What PEs need that send to this program. */
    private String setting;

    /** By process: what it has published last. */
    private final Map<String, Snapshot> last = new HashMap<>();

    /** By process: what it had published before that. */
    private final Map<String, Snapshot> before = new HashMap<>();

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
        System.exit(execute(arguments));
    }

    /** As a command; returns its status. */
    static int execute(String... arguments) {
        final CommandLine command = new CommandLine(new ShmemTop());
        command.setParameterExceptionHandler((e, _) -> {
            System.err.println("shmem-top: " + e.getMessage() + "; see shmem-top -h");
            return WRONG_USE;
        });
        return command.execute(arguments);
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (seconds != null && !(seconds > 0)) {
            throw wrong("-i " + seconds + " must be more than 0 seconds");
        }
        if (port != null && (port < 0 || port > LAST_PORT)) {
            throw wrong("--serve=" + port + " must be a port, 1 to " + LAST_PORT + ", or 0 for a free one");
        }
        try (Collector collector = listen == null ? null : collector()) {
            final Jobs jobs = new Jobs(collector);
            if (html != null) {
                write("--html", html, WebPage.with(jobs.json()));
                return 0;
            }
            final String served = port == null ? null : serve(jobs);
            if (report != null) {
                prepareReport(jobs);
            }
            if (collector != null) {
                setting = "SHMEM_MONITOR=" + collector.address();
                OUT.println(setting);
            }
            if (served != null) {
                OUT.println(served);
            }
            if (isFollowing) {
                follow(collector);
            }
            final long periodMs = seconds == null ? LOOK_MS : Math.max(1, Math.round(seconds * LOOK_MS));
            if (port != null || isFollowing) {
                while (true) { // until somebody ends it
                    jobs.look();
                    Thread.sleep(periodMs);
                }
            }
            return show(jobs, periodMs);
        }
    }

    private Collector collector() throws IOException {
        final int last = listen.lastIndexOf(':');
        // Other colons are those of an IPv6 address, which has brackets if a port follows.
        final boolean hasPort = last >= 0 && (listen.indexOf(':') == last || listen.charAt(last - 1) == ']');
        final String name = hasPort ? listen.substring(0, last) : listen;
        try {
            return new Collector(name, hasPort ? Integer.parseInt(listen.substring(last + 1)) : 0);
        } catch (IOException | IllegalArgumentException e) {
            throw wrong("--listen=" + listen + " must be HOST[:PORT] with a name or an address of this machine: " + e);
        }
    }

    private String serve(Jobs jobs) {
        try {
            return WebPage.serve(port, jobs);
        } catch (IOException e) {
            throw wrong("--serve=" + port + " cannot be used: " + e + "; name another port, or no port for a free one");
        }
    }

    private void write(String option, Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw wrong(option + "=" + file + " cannot be written: " + e + "; name another file");
        }
    }

    private CommandLine.ParameterException wrong(String what) {
        return new CommandLine.ParameterException(new CommandLine(this), what);
    }

    /** Has the report written at the end, whatever ends this program. */
    private void prepareReport(Jobs jobs) {
        write("--report", report, ""); // rather now than at the end of a long job
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                Files.writeString(report, WebPage.with(jobs.lastJson()));
            } catch (Exception | Error e) { // such as that there is no memory; nobody else would tell
                System.err.println("shmem-top: --report=" + report + " cannot be written: " + e);
                Runtime.getRuntime().halt(FAILURE);
            }
        }));
    }

    /** Ends with the launcher, whose end is that of its pipe. */
    private static void follow(Collector collector) {
        Thread.ofPlatform().daemon().name("shmem-top-input").start(() -> {
            try {
                System.in.transferTo(OutputStream.nullOutputStream());
                collector.drain();
            } catch (IOException | InterruptedException e) {
                // As if it had ended.
            }
            System.exit(0);
        });
    }

    private int show(Jobs seen, long periodMs) throws IOException, InterruptedException {
        final boolean endsAtOnce = isOnce || isJson && seconds == null;
        while (true) {
            final Map<String, List<Snapshot>> jobs = seen.look();
            remember(jobs.values().stream().flatMap(List::stream).toList());
            OUT.print(isJson ? Json.of(jobs, seen) : (endsAtOnce ? "" : CLEAR) + text(jobs));
            if (OUT.checkError()) { // nobody reads any more, as behind a pipe
                return 0;
            }
            if (endsAtOnce) {
                return jobs.isEmpty() ? NOTHING_FOUND : 0;
            }
            Thread.sleep(periodMs);
        }
    }

    /** Keeps what rates are since: a PE may publish more seldom than this program looks. */
    private void remember(List<Snapshot> pes) {
        final Set<String> processes = pes.stream().map(Snapshot::process).collect(Collectors.toSet());
        last.keySet().retainAll(processes);
        before.keySet().retainAll(processes);
        for (Snapshot pe : pes) {
            final Snapshot earlier = last.put(pe.process(), pe);
            if (earlier != null && earlier.number("written") != pe.number("written")) {
                before.put(pe.process(), earlier);
            }
        }
    }

    private String text(Map<String, List<Snapshot>> jobs) {
        if (jobs.isEmpty() && listen != null) {
            return "no PE has sent anything; start a job with SHMEM_TOOL=monitor and " + setting
                    + System.lineSeparator();
        }
        if (jobs.isEmpty()) {
            return "no PE of this user here has the tool monitor; start the job with SHMEM_TOOL=monitor (shmemrun -x"
                    + " SHMEM_TOOL=monitor ...)" + System.lineSeparator();
        }
        return jobs.entrySet().stream()
                .map(job -> Table.of(job.getKey(), job.getValue(), before, System.currentTimeMillis()))
                .collect(Collectors.joining(System.lineSeparator()));
    }
}
