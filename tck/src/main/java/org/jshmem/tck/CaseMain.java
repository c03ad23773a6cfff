package org.jshmem.tck;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jshmem.Shmem;
import org.jshmem.ThreadLevel;

/**
 * The program that every PE of a job runs: {@code CaseMain [--nodes=2x2] [--session] [--beyond=BYTES] <case> …}, which
 * {@link Harness} starts. A launcher that does not tell a PE its number in the environment adds {@code --pe=} with the
 * number.
 *
 * <p>It prints a vote for each case. A case that throws ends this PE with status 1, because the PEs are then out of
 * step; checks that fail do so at the end.
 */
public final class CaseMain {
    private static final String NODES = "--nodes=";
    private static final String PES = "--npes=";
    private static final String PE = "--pe=";
    private static final String PROFILE = "--profile=";
    private static final int FAILED = 1;

    /** Keeps the default context in a session all the time. */
    static final String SESSION = "--session";

    /** Keeps so many bytes of the symmetric heap allocated, so that cases use what comes after them. */
    static final String BEYOND = "--beyond=";

    /** How a vote begins on a case that ends its job by an exception. */
    static final String THREW = "threw ";

    private final List<CaseRef> cases = new ArrayList<>();
    private final List<CaseWatcher> watchers = ServiceLoader.load(CaseWatcher.class).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
    private final BiConsumer<CaseRef, Runnable> around;
    private Nodes nodes = Nodes.ONE;
    private Set<Profile> profiles = Profile.ALL;
    private int nPes = 1;
    private int pe = launchedPe();
    private boolean inSession;
    private long beyond;
    private long failed;

    /** Whether this process holds the implementation to more than the specification. */
    private static volatile boolean strict = true;

    private CaseMain(BiConsumer<CaseRef, Runnable> around) {
        this.around = around;
    }

    /**
     * Runs cases.
     *
     * @param args options and the ids of cases, with their methods or without ({@link CaseRef#word})
     */
    public static void main(String[] args) {
        run(args, CaseRef::of, (reference, body) -> body.run());
    }

    /**
     * Runs cases of another table.
     *
     * @param args options and words for cases
     * @param table finds a case by its word
     * @param around runs the body of a case
     */
    static void run(String[] args, Function<String, CaseRef> table, BiConsumer<CaseRef, Runnable> around) {
        final CaseMain run = new CaseMain(around);
        for (String arg : args) {
            if (arg.startsWith(NODES)) {
                run.nodes = Nodes.parse(arg.substring(NODES.length()));
            } else if (arg.startsWith(PES)) {
                run.nPes = Integer.parseInt(arg.substring(PES.length()));
            } else if (arg.startsWith(PE)) {
                run.pe = Integer.parseInt(arg.substring(PE.length()));
            } else if (arg.startsWith(PROFILE)) {
                run.profiles = Profile.parse(arg.substring(PROFILE.length()));
                strict = run.profiles.contains(Profile.JSHMEM);
            } else if (arg.equals(SESSION)) {
                run.inSession = true;
            } else if (arg.startsWith(BEYOND)) {
                run.beyond = Long.parseLong(arg.substring(BEYOND.length()));
            } else {
                run.cases.add(table.apply(arg));
            }
        }
        run.run();
    }

    public static boolean isStrict() {
        return strict;
    }

    private void run() {
        if (cases.size() == 1 && cases.getFirst().settings().alone()) {
            runAlone(cases.getFirst());
        } else {
            runTogether();
        }
        if (failed > 0) {
            System.exit(FAILED);
        }
    }

    private void runAlone(CaseRef reference) {
        final Checks checks = new Checks(reference, pe, nPes, nodes, profiles);
        perform(reference, checks);
        checks.voteAtEnd();
        failed += checks.failed();
    }

    private void runTogether() {
        ThreadLevel level = null;
        ThreadLevel given = null;
        for (CaseRef reference : cases) {
            final ThreadLevel wanted =
                    reference.settings().starts() ? null : reference.settings().threads();
            if (level != null && level != wanted) {
                Shmem.shutdown();
            }
            if (wanted == null) {
                runStarting(reference);
            } else {
                if (level != wanted) {
                    given = Shmem.initThread(wanted);
                    Shmem.mallocBytes(beyond);
                }
                runInitialized(reference, given);
            }
            level = wanted;
        }
        if (level != null) {
            Shmem.shutdown();
        }
    }

    /** A case that starts and ends the library itself. */
    private void runStarting(CaseRef reference) {
        final Checks checks = new Checks(reference, pe, nPes, nodes, profiles);
        final Leftovers leftovers = Leftovers.outside(checks);
        perform(reference, checks);
        markIfVain(0, checks);
        if (!reference.settings().leaves()) {
            leftovers.check(checks);
        }
        checks.voteAtEnd();
        failed += checks.failed();
    }

    private void runInitialized(CaseRef reference, ThreadLevel given) {
        final Checks checks = new Checks(reference, Shmem.myPe(), Shmem.nPes(), nodes, profiles);
        checks.that(given.compareTo(reference.settings().threads()) >= 0, "thread level is " + given);
        checks.equal(nPes, Shmem.nPes(), "nPes()");
        if (inSession) {
            Shmem.ctxSessionStart(Shmem.CTX_DEFAULT, Shmem.CTX_SESSION_BATCH);
        }
        final Coverage coverage = Coverage.start();
        final Leftovers leftovers = Leftovers.start();
        Shmem.barrierAll();
        final long before = checks.done();
        perform(reference, checks);
        markIfVain(before, checks);
        coverage.check(reference, checks);
        Shmem.barrierAll();
        if (!reference.settings().leaves()) {
            leftovers.check(checks);
        }
        checks.voteAtEnd();
        failed += checks.failed();
    }

    /** Marks a case that has checked nothing itself; what is checked around each case does not count. */
    private static void markIfVain(long before, Checks checks) {
        if (checks.done() == before) {
            checks.setVain();
        }
    }

    private void perform(CaseRef reference, Checks checks) {
        watchers.forEach(watcher -> watcher.before(reference.id(), checks.pe()));
        around.accept(reference, () -> invoke(reference, checks));
    }

    private static void invoke(CaseRef reference, Checks checks) {
        try {
            final Method method = reference.method();
            final Constructor<?> constructor = method.getDeclaringClass().getDeclaredConstructor();
            constructor.setAccessible(true);
            method.setAccessible(true);
            method.invoke(constructor.newInstance(), checks);
        } catch (InvocationTargetException e) {
            if (checks.hasVoted() && reference.settings().status() != 0) {
                throw CaseMain.<RuntimeException>sneak(e.getCause());
            }
            giveUp(checks, e.getCause());
        } catch (ReflectiveOperationException e) {
            giveUp(checks, e);
        }
    }

    /** What a case throws after its vote is how it wants to end, and goes to the top as it is. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> RuntimeException sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // it goes to the job's output, which the harness keeps
    private static void giveUp(Checks checks, Throwable thrown) {
        thrown.printStackTrace();
        checks.fail(THREW + thrown + " at "
                + Arrays.stream(thrown.getStackTrace()).limit(6).toList());
        checks.voteAtEnd();
        System.exit(FAILED);
    }

    /** This PE's number before the library says so; launchers other than shmemrun may name it otherwise. */
    private static int launchedPe() {
        for (String name :
                new String[] {"JSHMEM_PE", "PMI_RANK", "PMIX_RANK", "OMPI_COMM_WORLD_RANK", "SLURM_PROCID"}) {
            final String value = System.getenv(name);
            if (value != null) {
                return Integer.parseInt(value);
            }
        }
        return 0;
    }
}
