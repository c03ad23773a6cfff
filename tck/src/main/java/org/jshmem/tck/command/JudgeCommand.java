package org.jshmem.tck.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import org.jshmem.tck.CPrograms;
import org.jshmem.tck.CaseRef;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Report;
import org.jshmem.tck.Transport;
import org.jshmem.tck.c.Routines;
import org.jshmem.tck.c.Subject;
import org.jshmem.tck.c.SubjectPe;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tck judge}. */
@Command(
        name = "judge",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs cases of the profile spec on a library of OpenSHMEM in C, each in a job of its own, and"
                + " reports what came of them.")
final class JudgeCommand implements Callable<Integer> {
    private static final String COMMAND = "{command}";

    private static final Set<String> ANSWERED_BY_THE_API = Set.of("infoGetVersion", "infoGetName");

    private static final long MOST_SEED = 1_000_000_000;

    @Mixin
    private SelectionOptions selection = new SelectionOptions();

    @Option(
            names = "--oshcc",
            required = true,
            paramLabel = "COMMAND",
            description = "What compiles a C program for the library, as oshcc. It has to accept -shared.")
    private String oshcc;

    @Option(
            names = "--launch",
            required = true,
            paramLabel = "COMMAND",
            description = "What starts a job: words, among them {n} for the number of PEs, and {command}, as in"
                    + " oshrun -n {n} {command}.")
    private String launch;

    @Option(
            names = "--no-ptr",
            description = "Expect shmem_ptr to return NULL for other PEs: the library does not map their memory.")
    private boolean hasNoPtr;

    @Option(
            names = "--without",
            split = ",",
            paramLabel = "ROUTINE",
            description = "Treat routines of C as missing, for a library that crashes in them and would then fail in"
                    + " most cases: shmem_ctx_create.")
    private List<String> without = List.of();

    @Option(names = "--seed", paramLabel = "N", description = "What random programs begin with; drawn unless given.")
    private Long seed;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            description = "Start no job after this time, as 90s, 10m or 2h; what is left is reported as left out.")
    private String time;

    @Option(
            names = "--pes",
            paramLabel = "N",
            description = "PEs of a job whose case asks for no number; 2 unless given.")
    private Integer pes;

    @Option(names = "--jobs", paramLabel = "N", description = "Jobs side by side; half as many as CPUs, at least 2.")
    private Integer jobs;

    @Option(
            names = "--missing",
            description = "Only list the routines of OpenSHMEM 1.6 that the library's header does not declare.")
    private boolean listsMissing;

    @Mixin
    private ReportOptions reports = new ReportOptions();

    private final Report report = new Report();
    private final Instant began = Instant.now();

    @Override
    public Integer call() throws InterruptedException, IOException {
        reports.requireWritable();
        if (!List.of(launch.trim().split("\\s+")).contains(COMMAND)) {
            throw new UsageException("--launch=" + launch + " has no word " + COMMAND + ", where the program goes");
        }
        try (TemporaryDirectory directory = new TemporaryDirectory();
                Interruption _ = new Interruption(directory::close)) {
            if (directory.path().toString().matches(".*\\s.*")) {
                throw new UsageException("the temporary directory " + directory.path()
                        + " has a blank in its name, which would split the words of --launch; set TMPDIR to"
                        + " another one");
            }
            final Subject subject = probe(directory.path());
            final int missing = subject.missing().size();
            if (listsMissing) {
                subject.missing().forEach((routine, reason) -> System.out.println(routine + ": " + reason));
                return Tck.PASSED;
            }
            System.out.println(
                    missing + " of " + Routines.all().size() + " routines are missing; --missing lists them");
            return judge(directory.path(), subject);
        }
    }

    private Subject probe(Path directory) throws IOException {
        try {
            return Subject.probe(oshcc, directory, without);
        } catch (IllegalArgumentException e) {
            throw new UsageException(e.getMessage());
        }
    }

    private int judge(Path directory, Subject subject) throws InterruptedException, IOException {
        seed = seed == null ? Long.valueOf(ThreadLocalRandom.current().nextLong(MOST_SEED)) : seed;
        final Path calls = Files.createDirectory(directory.resolve("calls"));
        configure(directory, calls);
        final Verdicts verdicts =
                new Verdicts(report, calls, new Reproduction(new CPrograms(oshcc, launch, directory), subject));
        final KitRun run = new KitRun(report, chosen(), false, RunCommand.secondsOf(time), verdicts::add);
        try (Interruption _ = new Interruption(() -> interrupted(run))) {
            System.out.println("seed " + seed);
            run.run();
        }
        System.out.print(verdicts);
        write();
        return verdicts.areGood() && report.allPassed() ? Tck.PASSED : Tck.FAILED;
    }

    private void configure(Path directory, Path calls) {
        SetupOptions.setCount("pes", pes, "PEs");
        SetupOptions.setCount("jobs", jobs, "jobs");
        SetupOptions.set("seed", seed);
        SetupOptions.set("profile", Profile.SPEC);
        SetupOptions.set("alone", true);
        SetupOptions.set("c.stacks", true);
        SetupOptions.set("runtime", SubjectPe.classPath(Path.of(System.getProperty("jshmem.home", "."), "lib")));
        SetupOptions.set("launch", launch.replace(COMMAND, SubjectPe.command(directory, calls)));
    }

    private Transport transport() {
        return hasNoPtr ? Transport.CMA : Transport.SHR;
    }

    private Map<Transport, Set<String>> chosen() {
        final Transport transport = transport();
        final List<CaseRef> matching = selection.matching();
        final Set<CaseRef> part = new HashSet<>(selection.part(matching));
        final Set<String> chosen = new HashSet<>();
        for (CaseRef reference : matching) {
            final String reason = reasonAgainst(reference, transport);
            if (part.contains(reference) && reason.isEmpty()) {
                chosen.add(reference.id());
            } else {
                report.leaveOut(reference, transport, reason.isEmpty() ? "in another shard" : reason);
            }
        }
        if (chosen.isEmpty()) {
            throw new UsageException("nothing to run: " + selection + ": "
                    + report.leftOut().getFirst().reason());
        }
        final Map<Transport, Set<String>> all = new EnumMap<>(Transport.class);
        all.put(transport, chosen);
        return all;
    }

    private static String reasonAgainst(CaseRef reference, Transport transport) {
        if (reference.profile() != Profile.SPEC) {
            return "of the profile " + reference.profile();
        }
        if (ANSWERED_BY_THE_API.contains(reference.stem())) {
            return "the API answers without the library";
        }
        // A thread that waits in C keeps its carrier.
        return reference.each().equals("virtual") ? "virtual threads" : reference.reasonAgainst(transport);
    }

    private void interrupted(KitRun run) throws IOException {
        run.giveUp("the run was interrupted");
        write();
    }

    private void write() throws IOException {
        reports.nameSubject(oshcc);
        reports.write(report, selection.toString(), Profile.SPEC.toString(), seed, began);
    }
}
