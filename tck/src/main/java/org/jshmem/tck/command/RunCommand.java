package org.jshmem.tck.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.jshmem.tck.CaseRef;
import org.jshmem.tck.Harness;
import org.jshmem.tck.JavaProgram;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Report;
import org.jshmem.tck.Transport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tck run}. */
@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs cases, all unless some are selected, and reports what came of them.")
final class RunCommand implements Callable<Integer> {
    private static final long MOST_SEED = 1_000_000_000;

    @Mixin
    private SelectionOptions selection = new SelectionOptions();

    @Option(
            names = "--program",
            paramLabel = "FILE",
            description = "Run this program in place of cases: a file of Java as tck program prints it, which ends with"
                    + " a status other than 0 if something is wrong, and within a minute. Of the other options"
                    + " --transport, --pes, those of reports and those that start jobs apply.")
    private Path program;

    @Option(
            names = "--transport",
            split = ",",
            defaultValue = "shr,cma,none",
            paramLabel = "TRANSPORT",
            description = "How PEs reach one another: ${COMPLETION-CANDIDATES}; shr,cma,none unless given.")
    private List<Transport> transports;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "What random programs, fuzzers and litmus tests begin with; drawn and printed unless given.")
    private Long seed;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            description = "Start no job after this time, as 90s, 10m or 2h; what is left is reported as left out.")
    private String time;

    @Option(names = "--fail-fast", description = "End with the first job in which a case fails.")
    private boolean failsFast;

    @Mixin
    private ReportOptions reports = new ReportOptions();

    @Mixin
    private SetupOptions setup = new SetupOptions();

    @Option(
            names = "--pes",
            paramLabel = "N",
            description = "PEs of a job whose case or program asks for no number; 2 unless given.")
    private Integer pes;

    @Option(names = "--jobs", paramLabel = "N", description = "Jobs side by side; half as many as CPUs, at least 2.")
    private Integer jobs;

    private final Report report = new Report();
    private final Instant began = Instant.now();

    @Override
    public Integer call() throws InterruptedException, IOException {
        setup.check(transports);
        reports.requireWritable();
        seed = seed == null ? Long.valueOf(ThreadLocalRandom.current().nextLong(MOST_SEED)) : seed;
        configure();
        if (program == null) {
            runCases();
        } else {
            runProgram();
        }
        System.out.print(report);
        write();
        if (report.results().isEmpty()) {
            System.err.println("tck: no case was run");
        }
        return report.allPassed() && !report.results().isEmpty() ? Tck.PASSED : Tck.FAILED;
    }

    private void runProgram() throws IOException {
        if (!selection.isEmpty()) {
            throw new UsageException("--program=" + program + " is run in place of cases; leave out " + selection);
        }
        if (!Files.isRegularFile(program) || !Files.isReadable(program)) {
            throw new UsageException("--program=" + program + " cannot be read; give a file of Java source");
        }
        final int itsPes = JavaProgram.pesOf(Files.readString(program)).orElse(pes == null ? 2 : pes);
        if (itsPes > 1 && transports.stream().allMatch(Transport::isSingle)) {
            throw new UsageException(
                    "--program=" + program + " has " + itsPes + " PEs, and the transport none has one; add another");
        }
        try (TemporaryDirectory directory = new TemporaryDirectory();
                Interruption _ = new Interruption(directory::close)) {
            final JavaProgram compiled = compile(itsPes, directory.path());
            for (Transport transport : transports) {
                if (itsPes == 1 || !transport.isSingle()) {
                    run(compiled, transport);
                } else {
                    System.out.println(transport + " " + compiled.mainClass() + ": left out, as it has one PE");
                }
            }
        }
    }

    private JavaProgram compile(int itsPes, Path directory) throws IOException {
        try {
            return JavaProgram.compile(program, itsPes, directory);
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private void run(JavaProgram compiled, Transport transport) {
        final Harness.Result result = SetupOptions.harness(transport).run(compiled);
        report.add(result);
        System.out.println((result.passed() ? "" : "FAILED ") + transport + " " + result.name() + ": "
                + (result.passed() ? result.millis() + " ms" : result.message()));
    }

    private void runCases() throws InterruptedException {
        final KitRun run = new KitRun(report, chosen(), failsFast, seconds());
        try (Interruption _ = new Interruption(() -> interrupted(run))) {
            System.out.println("seed " + seed);
            run.run();
        }
    }

    private void configure() {
        setup.configure();
        SetupOptions.setCount("pes", pes, "PEs");
        SetupOptions.setCount("jobs", jobs, "jobs");
        SetupOptions.set("seed", seed);
        SetupOptions.set(
                "profile", selection.profiles().stream().map(Profile::toString).collect(Collectors.joining(",")));
        SetupOptions.set("failfast", failsFast);
    }

    /** The cases to run on each transport; the others that are selected are left out with the reason. */
    private Map<Transport, Set<String>> chosen() {
        final List<CaseRef> matching = selection.matching();
        final Set<CaseRef> part = new HashSet<>(selection.part(matching));
        final Map<Transport, Set<String>> chosen = new EnumMap<>(Transport.class);
        for (Transport transport : transports) {
            for (CaseRef reference : matching) {
                final String reason = reasonAgainst(reference, transport, part);
                if (reason.isEmpty()) {
                    chosen.computeIfAbsent(transport, any -> new HashSet<>()).add(reference.id());
                } else {
                    report.leaveOut(reference, transport, reason);
                }
            }
        }
        if (chosen.isEmpty()) {
            throw new UsageException("nothing to run: "
                    + report.leftOut().stream()
                            .map(one -> one.id() + " on " + one.transport() + ": " + one.reason())
                            .limit(5)
                            .collect(Collectors.joining("; "))
                    + (report.leftOut().size() > 5 ? "; and more" : ""));
        }
        return chosen;
    }

    private String reasonAgainst(CaseRef reference, Transport transport, Set<CaseRef> part) {
        if (!part.contains(reference)) {
            return "in another shard";
        }
        return selection.profiles().contains(reference.profile())
                ? reference.reasonAgainst(transport)
                : "of the profile " + reference.profile();
    }

    private long seconds() {
        return secondsOf(time);
    }

    /** What an option for a time means; without it a year. */
    static long secondsOf(String time) {
        if (time == null) {
            return Duration.ofDays(365).toSeconds();
        }
        if (!time.matches("\\d{1,6}[smh]")) {
            throw new UsageException("--time=" + time + " is no time, as 90s, 10m or 2h");
        }
        final long number = Long.parseLong(time.substring(0, time.length() - 1));
        return switch (time.charAt(time.length() - 1)) {
            case 's' -> number;
            case 'm' -> Duration.ofMinutes(number).toSeconds();
            default -> Duration.ofHours(number).toSeconds();
        };
    }

    private void interrupted(KitRun run) throws IOException {
        run.giveUp("the run was interrupted");
        write();
    }

    private void write() throws IOException {
        final String what = program == null ? selection.toString() : "--program " + program;
        final String profiles =
                selection.profiles().stream().map(Profile::toString).collect(Collectors.joining(", "));
        reports.write(report, what, profiles, seed, began);
    }
}
