package org.jshmem.tck;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * Runs cases as jobs of real PEs on one transport and judges them by the votes of all PEs and the job's exit status.
 *
 * <p>Cases of one group share a job. When a job ends before all of its cases have been voted on, the first of those has
 * failed, and the rest is tried again in a new job. Any thread may run a group.
 */
public final class Harness {
    private static final String LAUNCH = "bin/shmemrun -np {n} -cp {cp} {main}";

    /** One PE alone shows no order of stores, so the compiler that is quick to start will do. */
    private static final String SINGLE = "{java} -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:-UsePerfData"
            + " --enable-native-access=ALL-UNNAMED -cp {runtime} {main}";

    /** Cases that share a job at most, so that several jobs can run side by side, and a hang holds up few. */
    private static final int MOST_CASES = 100;

    /** Jobs of a group that may break, and how many cases more earn one more. */
    private static final int MOST_BROKEN_JOBS = 4;

    private static final int CASES_PER_BROKEN_JOB = 50;

    /** Whether one failure is enough. */
    static final boolean FAIL_FAST = Boolean.getBoolean("jshmem.tck.failfast");

    private final Transport transport;
    private final Nodes nodes;
    private final Launch launch;
    private final int usualPes;
    private final Map<String, String> environment;
    private final Class<?> program;
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
                CaseMain.class);
    }

    /** With a program of one's own for the PEs, which takes the arguments of {@link CaseMain}. */
    Harness(Transport transport, Launch launch, int usualPes, Class<?> program) {
        this(transport, Nodes.of(transport), launch, usualPes, Map.of(), program);
    }

    private Harness(
            Transport transport,
            Nodes nodes,
            Launch launch,
            int usualPes,
            Map<String, String> environment,
            Class<?> program) {
        this.transport = transport;
        this.nodes = nodes;
        this.environment = environment;
        this.launch = launch;
        this.usualPes = usualPes;
        this.program = program;
    }

    /** How a job is started, as the properties say. */
    static String command(Transport transport) {
        return switch (transport) {
            case NONE -> property("single", SINGLE);
            case NODES -> property("nodes", property("launch", LAUNCH));
            case SHR, CMA, OFI -> property("launch", LAUNCH);
        };
    }

    private static String property(String name, String fallback) {
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
     * @param message why it failed; of a case that passed, what it notes besides
     */
    public record Result(
            String id, Family family, String name, Transport transport, boolean passed, long checks, String message) {}

    /**
     * The cases of this transport, narrowed by {@code jshmem.tck.only}, in groups that share a job: as few as can be,
     * since a job takes longer to start than most cases to run.
     */
    public List<List<String>> groups() {
        return groups(property("only", ".*"));
    }

    /** Those whose name matches a regular expression. */
    List<List<String>> groups(String only) {
        final Map<String, List<CaseRef>> open = new HashMap<>();
        final List<List<CaseRef>> groups = new ArrayList<>();
        for (CaseRef reference : CaseTable.all()) {
            if (reference.runsOn(transport) && reference.id().matches(only)) {
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
        return reference.isSharing()
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
                        result(reference, false, 0, "the table has this operation and the kit has no case for it"));
            } else {
                rest.add(reference);
            }
        }
        final int mostBroken = MOST_BROKEN_JOBS + rest.size() / CASES_PER_BROKEN_JOB;
        for (int broken = 0; !rest.isEmpty(); broken++) {
            if (broken == mostBroken) {
                rest.forEach(one ->
                        results.put(one.id(), result(one, false, 0, "not run: too many jobs of its group broke")));
                break;
            }
            rest = runJob(rest, results);
            if (FAIL_FAST && !results.values().stream().allMatch(Result::passed)) {
                break;
            }
        }
        return results;
    }

    /**
     * Runs one job and returns the cases that it left without votes; but for the first of them, which has failed,
     * unless the case before it says that it ended the job.
     */
    private List<CaseRef> runJob(List<CaseRef> cases, Map<String, Result> results) {
        final int pes = pesOf(cases.getFirst());
        final Map<String, String> variables = new HashMap<>(transport.environment());
        variables.putAll(environment);
        for (String setting : cases.getFirst().environment()) {
            final int equals = setting.indexOf('=');
            variables.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        final List<String> words = new ArrayList<>();
        words.add(program.getName());
        words.add("--nodes=" + nodes);
        words.add("--npes=" + pes);
        cases.forEach(reference -> words.add(reference.id()));
        jobs.incrementAndGet();
        final Launch.Ended ended = launch.run(pes, variables, votes -> secondsAfter(cases, votes / pes), words);
        return judge(cases, pes, ended, results);
    }

    /** How long a job may be silent: some PEs are in the first case without all votes, others perhaps in the next. */
    private static long secondsAfter(List<CaseRef> cases, int voted) {
        final int first = Math.min(voted, cases.size() - 1);
        return cases.subList(first, Math.min(first + 2, cases.size())).stream()
                .mapToInt(one -> one.settings().seconds())
                .max()
                .orElseThrow();
    }

    Transport transport() {
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
        for (CaseRef reference : cases) {
            final List<Vote> votes = ended.votes().stream()
                    .filter(vote -> vote.id().equals(reference.id()))
                    .toList();
            final String fault = faultOf(votes, pes);
            final long checks = votes.stream().mapToLong(Vote::checks).sum();
            if (fault == null) {
                results.put(reference.id(), result(reference, true, checks, notes(votes)));
                passed.add(reference);
            } else if (votes.size() < pes) {
                results.put(reference.id(), result(reference, false, checks, fault + "; " + ended.how()));
                unvoted.add(reference);
            } else {
                results.put(reference.id(), result(reference, false, checks, fault));
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
                results.put(reference.id(), result(reference, false, 0, fault + "; " + ended.how()));
            }
        }
    }

    private static String notes(List<Vote> votes) {
        return votes.stream().map(Vote::message).filter(note -> !note.isEmpty()).collect(Collectors.joining("; "));
    }

    /** What is wrong with the votes on a case, or null. */
    private static String faultOf(List<Vote> votes, int pes) {
        final boolean[] voted = new boolean[pes];
        final StringBuilder faults = new StringBuilder();
        for (Vote vote : votes) {
            if (!vote.passed()) {
                faults.append("PE ")
                        .append(vote.pe())
                        .append(": ")
                        .append(vote.message())
                        .append("; ");
            } else if (vote.checks() == 0) {
                faults.append("PE ").append(vote.pe()).append(" checked nothing; ");
            }
            if (vote.pe() >= pes || vote.nPes() != pes || voted[vote.pe()]) {
                faults.append("PE ")
                        .append(vote.pe())
                        .append(" of ")
                        .append(vote.nPes())
                        .append(" votes twice or is none; ");
            } else {
                voted[vote.pe()] = true;
            }
        }
        for (int pe = 0; pe < pes; pe++) {
            if (!voted[pe]) {
                faults.append("PE ").append(pe).append(" of ").append(pes).append(" did not vote; ");
            }
        }
        return faults.isEmpty() ? null : faults.toString();
    }

    private Result result(CaseRef reference, boolean passed, long checks, String message) {
        return new Result(reference.id(), Family.of(reference), reference.name(), transport, passed, checks, message);
    }
}
