package org.jshmem.tck;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Runs cases as jobs of real PEs on one transport and judges them by the votes of all PEs and the job's exit status.
 *
 * <p>Cases of one group share a job. When a job ends before all of its cases have been voted on, the first of those has
 * failed, and the rest is tried again in a new job. Any thread may run a group.
 */
public final class Harness {
    /** A JVM with the serial collector, whichever other one {@code JAVA_TOOL_OPTIONS} names. */
    public static final String SERIAL_JAVA = "{java} -XX:+IgnoreUnrecognizedVMOptions -XX:-UseParallelGC -XX:-UseG1GC"
            + " -XX:-UseZGC -XX:-UseShenandoahGC -XX:+UseSerialGC";

    private static final String LAUNCH = "{home}/bin/shmemrun -np {n} -cp {cp} {main}";

    /** One PE alone shows no order of stores, so the compiler that is quick to start will do. */
    private static final String SINGLE = SERIAL_JAVA + " -XX:TieredStopAtLevel=1 -XX:-UsePerfData"
            + " --enable-native-access=ALL-UNNAMED -cp {runtime} {main}";

    /** Cases that share a job at most, so that several jobs can run side by side, and a hang holds up few. */
    private static final int MOST_CASES = 100;

    /** Jobs of a group that may break, and how many cases more earn one more. */
    private static final int MOST_BROKEN_JOBS = 4;

    private static final int CASES_PER_BROKEN_JOB = 50;

    /** A program that is not a case may take so long. */
    private static final long PROGRAM_SECONDS = 60;

    /** What cases that draw something begin with. */
    private static final List<String> SEEDS =
            List.of("JSHMEM_TCK_RANDOM_SEED", "JSHMEM_TCK_FUZZ_SEED", "JSHMEM_TCK_LITMUS_SEED");

    private final Transport transport;
    private final Nodes nodes;
    private final Launch launch;
    private final int usualPes;
    private final Map<String, String> environment;

    /** Of {@link CaseMain}, in each job. */
    private final List<String> options;

    private final Class<?> program;
    private final Set<Profile> profiles = Profile.parse(property("profile", Profile.text(Profile.ALL)));

    /** Whether each case has a job of its own, so that no case suffers from what another has done to the library. */
    private final boolean isAlone = Boolean.getBoolean("jshmem.tck.alone");

    /** Whether one failure is enough. */
    private final boolean failsFast = Boolean.getBoolean("jshmem.tck.failfast");

    private final AtomicInteger jobs = new AtomicInteger();

    /**
     * A harness for one transport, set up by the system properties that {@link org.jshmem.tck} lists.
     *
     * @param transport which
     */
    public Harness(Transport transport) {
        this(transport, Nodes.of(transport), command(transport), Integer.getInteger("jshmem.tck.pes", 2), Map.of());
    }

    /** With a command and an environment of its own. */
    Harness(Transport transport, String command, int usualPes, Map<String, String> environment) {
        this(transport, Nodes.of(transport), command, usualPes, environment);
    }

    /** With a topology and an environment of its own. */
    Harness(Transport transport, Nodes nodes, String command, int usualPes, Map<String, String> environment) {
        this(
                transport,
                nodes,
                new Launch(
                        command,
                        property("cp", System.getProperty("java.class.path")),
                        property("runtime", System.getProperty("java.class.path"))),
                usualPes,
                environment,
                CaseMain.class,
                Boolean.parseBoolean(property("session", "false")) ? List.of(CaseMain.SESSION) : List.of());
    }

    /** With a program of one's own for the PEs, which takes the arguments of {@link CaseMain}. */
    Harness(Transport transport, Launch launch, int usualPes, Class<?> program) {
        this(transport, Nodes.of(transport), launch, usualPes, Map.of(), program, List.of());
    }

    /** The same with a launcher that now and then fails itself, which it says: such a job runs again. */
    Harness whoseLauncherSays(String failure) {
        return new Harness(
                transport, nodes, launch.whoseLauncherSays(failure), usualPes, environment, program, options);
    }

    /** The same with the default context in a session all the time. */
    Harness inSession() {
        return with(CaseMain.SESSION);
    }

    /** The same with so much of the symmetric heap in use before the cases, which then work beyond that. */
    Harness beyond(long bytes) {
        return with(CaseMain.BEYOND + bytes);
    }

    private Harness with(String option) {
        final List<String> more = new ArrayList<>(options);
        more.add(option);
        return new Harness(transport, nodes, launch, usualPes, environment, program, more);
    }

    private Harness(
            Transport transport,
            Nodes nodes,
            Launch launch,
            int usualPes,
            Map<String, String> environment,
            Class<?> program,
            List<String> options) {
        this.transport = transport;
        this.nodes = nodes;
        this.environment = environment;
        this.launch = launch;
        this.usualPes = usualPes;
        this.program = program;
        this.options = options;
    }

    /** How a job is started, as the properties say. */
    static String command(Transport transport) {
        return switch (transport) {
            case NONE -> property("single", SINGLE);
            case NODES -> property("nodes", property("launch", LAUNCH));
            case SHR, CMA, OFI -> property("launch", LAUNCH);
        };
    }

    /** A property of {@link org.jshmem.tck}. */
    static String property(String name, String fallback) {
        final String value = System.getProperty("jshmem.tck." + name, "");
        return value.isBlank() ? fallback : value;
    }

    /**
     * What became of a case.
     *
     * @param id the case
     * @param family the routines it is about
     * @param name what people read
     * @param transport on which transport
     * @param passed whether it passed
     * @param checks the checks of all PEs
     * @param millis the time from the case before; of the first case of a job, from the job's start
     * @param message why it failed; of a case that passed, what it notes besides
     */
    public record Result(
            String id,
            Family family,
            String name,
            Transport transport,
            boolean passed,
            long checks,
            long millis,
            String message) {}

    /**
     * The cases of this transport, narrowed by {@code jshmem.tck.only}, in groups that share a job: as few as can be,
     * since a job takes longer to start than most cases to run.
     */
    public List<List<String>> groups() {
        return groups(property("only", ".*"));
    }

    /** Those whose name matches a regular expression. */
    List<List<String>> groups(String only) {
        return groups(reference -> reference.id().matches(only));
    }

    /** Those of this transport and of its profiles that are wanted. */
    public List<List<String>> groups(Predicate<CaseRef> wanted) {
        final Map<String, List<CaseRef>> open = new HashMap<>();
        final List<List<CaseRef>> groups = new ArrayList<>();
        for (CaseRef reference : CaseTable.all()) {
            if (reference.runsOn(transport) && profiles.contains(reference.profile()) && wanted.test(reference)) {
                final String job = job(reference);
                List<CaseRef> group = open.get(job);
                if (group == null || group.size() == MOST_CASES) {
                    group = new ArrayList<>();
                    open.put(job, group);
                    groups.add(group);
                }
                group.add(reference);
            }
        }
        return groups.stream().map(Harness::inOrder).toList();
    }

    /** Cases with the same key share a job. */
    private String job(CaseRef reference) {
        return reference.isSharing() && !isAlone
                ? pesOf(reference) + (Family.of(reference) == Family.MEMORY_MODEL ? " litmus" : "")
                : reference.id();
    }

    /** Cases of one thread level one after another, since the library is initialised again for the next level. */
    private static List<String> inOrder(List<CaseRef> group) {
        if (group.getFirst().isSharing()) {
            group.sort(Comparator.comparing(
                            (CaseRef reference) -> reference.settings().starts())
                    .thenComparing(reference -> reference.settings().threads()));
        }
        return group.stream().map(CaseRef::id).toList();
    }

    /** What people read of a case. */
    public static String nameOf(String id) {
        return CaseTable.find(id).name();
    }

    /** The number of jobs so far. */
    public int jobs() {
        return jobs.get();
    }

    /** Runs the cases of a group. */
    public Map<String, Result> run(List<String> ids) {
        return runCases(ids.stream().map(CaseTable::find).toList());
    }

    Map<String, Result> runCases(List<CaseRef> references) {
        final Map<String, Result> results = new HashMap<>();
        List<CaseRef> rest = new ArrayList<>();
        for (CaseRef reference : references) {
            if (reference.isMissing()) {
                results.put(
                        reference.id(),
                        result(reference, false, 0, 0, "the table has this operation and the kit has no case for it"));
            } else {
                rest.add(reference);
            }
        }
        final int mostBroken = MOST_BROKEN_JOBS + rest.size() / CASES_PER_BROKEN_JOB;
        for (int broken = 0; !rest.isEmpty(); broken++) {
            if (broken == mostBroken) {
                rest.forEach(one ->
                        results.put(one.id(), result(one, false, 0, 0, "not run: too many jobs of its group broke")));
                break;
            }
            rest = runJob(rest, results);
            if (failsFast && !results.values().stream().allMatch(Result::passed)) {
                break;
            }
        }
        return results;
    }

    /** Runs a program that checks itself; it passes if the job ends with status 0 within a minute. */
    public Result run(JavaProgram java) {
        jobs.incrementAndGet();
        final Map<String, String> variables = new HashMap<>(transport.environment());
        variables.putAll(environment);
        final Launch.Ended ended =
                launch.with(java.classes()).run(java.pes(), variables, _ -> PROGRAM_SECONDS, List.of(java.mainClass()));
        final boolean passed = ended.status() == 0 && !ended.timedOut() && !ended.leftBehind();
        final String late = ended.timedOut() ? "it ran for more than " + PROGRAM_SECONDS + " seconds; " : "";
        return new Result(
                java.file().toString(),
                Family.RANDOM_PROGRAMS,
                java.mainClass(),
                transport,
                passed,
                java.pes(),
                TimeUnit.NANOSECONDS.toMillis(ended.endNs() - ended.startNs()),
                passed ? "" : late + ended.how());
    }

    /**
     * Runs one job and returns the cases that it left without votes; but for the first of them, which has failed,
     * unless the case before it says that it ended the job.
     */
    private List<CaseRef> runJob(List<CaseRef> cases, Map<String, Result> results) {
        final int pes = pesOf(cases.getFirst());
        final Map<String, String> variables = new HashMap<>(transport.environment());
        final String seed = property("seed", "");
        if (!seed.isEmpty()) {
            SEEDS.forEach(name -> variables.put(name, seed));
        }
        variables.putAll(environment);
        for (String setting : cases.getFirst().environment()) {
            final int equals = setting.indexOf('=');
            variables.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        final List<String> words = new ArrayList<>();
        words.add(program.getName());
        words.add("--nodes=" + nodes);
        words.add("--npes=" + pes);
        if (!profiles.equals(Profile.ALL)) {
            words.add("--profile=" + Profile.text(profiles));
        }
        words.addAll(options);
        cases.forEach(reference -> words.add(reference.word()));
        jobs.incrementAndGet();
        final Launch.Ended ended = launch.run(pes, variables, votes -> secondsAfter(cases, votes / pes), words);
        return judge(cases, pes, ended, results);
    }

    /**
     * How long a job may be silent: some PEs are in the first case without all votes, others perhaps in the next. Each
     * of them may be one that goes on for a given time.
     */
    private static long secondsAfter(List<CaseRef> cases, int voted) {
        final int first = Math.min(voted, cases.size() - 1);
        return cases.subList(first, Math.min(first + 2, cases.size())).stream()
                        .mapToInt(one -> one.settings().seconds())
                        .max()
                        .orElseThrow()
                + 2 * RandomTime.seconds();
    }

    /** The transport. */
    public Transport transport() {
        return transport;
    }

    /** Whether PEs wait for one another on memory that they share. */
    boolean isOneNode() {
        return transport == Transport.SHR || transport == Transport.CMA;
    }

    /** The PEs of the job that a case is in. */
    int pesOf(CaseRef reference) {
        if (transport.isSingle()) {
            return 1;
        }
        return reference.pes() == 0
                ? usualPes
                : Math.max(reference.pes(), reference.settings().atLeast());
    }

    private List<CaseRef> judge(List<CaseRef> cases, int pes, Launch.Ended ended, Map<String, Result> results) {
        final List<CaseRef> unvoted = new ArrayList<>();
        final List<CaseRef> passed = new ArrayList<>();
        boolean someFailed = false;
        boolean broken = false;
        long before = ended.startNs();
        for (CaseRef reference : cases) {
            final List<Vote> votes = ended.votes().stream()
                    .filter(vote -> vote.id().equals(reference.id()))
                    .toList();
            final String fault = faultOf(votes, pes);
            final long checks = votes.stream().mapToLong(Vote::checks).sum();
            final long heard = Math.max(before, timeOf(votes, pes, ended));
            final long millis = TimeUnit.NANOSECONDS.toMillis(heard - before);
            before = heard;
            if (fault == null) {
                results.put(reference.id(), result(reference, true, checks, millis, notes(votes)));
                passed.add(reference);
            } else if (votes.size() < pes) {
                results.put(reference.id(), result(reference, false, checks, millis, fault + "; " + ended.how()));
                unvoted.add(reference);
            } else {
                results.put(reference.id(), result(reference, false, checks, millis, fault));
                someFailed = true;
                broken |= votes.stream().anyMatch(vote -> vote.message().contains(CaseMain.THREW));
            }
        }
        if (!unvoted.isEmpty()) {
            final List<CaseRef> rest = unvoted.subList(broken ? 0 : 1, unvoted.size());
            results.keySet().removeAll(rest.stream().map(CaseRef::id).toList());
            return rest;
        }
        judgeEnd(passed, someFailed, ended, results);
        return List.of();
    }

    private void judgeEnd(List<CaseRef> passed, boolean someFailed, Launch.Ended ended, Map<String, Result> results) {
        for (CaseRef reference : passed) {
            final int wanted = reference.settings().status();
            final boolean statusFits = wanted == Case.FAILURE
                    ? ended.status() != 0
                    : ended.status() == wanted || someFailed && ended.status() != 0;
            String fault = ended.timedOut() || ended.leftBehind() || !statusFits
                    ? "all votes are good, but the status is to be " + (wanted == Case.FAILURE ? "a failure" : wanted)
                    : null;
            for (String text : reference.settings().says()) {
                if (!ended.says(text)) {
                    fault = "the output has no \"" + text + "\"";
                }
            }
            if (fault != null) {
                final long millis = results.get(reference.id()).millis();
                results.put(reference.id(), result(reference, false, 0, millis, fault + "; " + ended.how()));
            }
        }
    }

    /** When the last PE had voted; for a case without all votes, when the job had ended. */
    private static long timeOf(List<Vote> votes, int pes, Launch.Ended ended) {
        return votes.size() < pes
                ? ended.endNs()
                : votes.stream().mapToLong(Vote::heardNs).max().orElseThrow();
    }

    private static String notes(List<Vote> votes) {
        return votes.stream().map(Vote::message).filter(note -> !note.isEmpty()).collect(Collectors.joining("; "));
    }

    /** What is wrong with the votes on a case, or null. */
    private String faultOf(List<Vote> votes, int pes) {
        final boolean[] voted = new boolean[pes];
        final List<String> faults = new ArrayList<>();
        for (Vote vote : votes) {
            if (!vote.passed()) {
                faults.add("PE " + vote.pe() + ": " + vote.message());
            }
            if (vote.pe() >= pes || vote.nPes() != pes || voted[vote.pe()]) {
                faults.add("PE " + vote.pe() + " of " + vote.nPes() + " votes twice or is none");
            } else {
                voted[vote.pe()] = true;
            }
        }
        // A case about several nodes checks nothing if all PEs of its job are on one node.
        if (transport != Transport.NODES
                && !votes.isEmpty()
                && votes.stream().allMatch(vote -> vote.passed() && vote.checks() == 0)) {
            faults.add("no PE has checked anything");
        }
        for (int pe = 0; pe < pes; pe++) {
            if (!voted[pe]) {
                faults.add("PE " + pe + " of " + pes + " did not vote");
            }
        }
        return faults.isEmpty() ? null : String.join("; ", faults);
    }

    /** The result of a case whose job did not come to a vote, for the reason that is given. */
    public Result notRun(String id, String reason) {
        return result(CaseTable.find(id), false, 0, 0, reason);
    }

    private Result result(CaseRef reference, boolean passed, long checks, long millis, String message) {
        return new Result(
                reference.id(), Family.of(reference), reference.name(), transport, passed, checks, millis, message);
    }
}
