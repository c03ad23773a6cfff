package org.jshmem.tck.setup;

import static org.jshmem.Shmem.*;

import java.lang.foreign.MemorySegment;
import org.jshmem.Shmem;
import org.jshmem.ShmemJob;
import org.jshmem.SymmetricInts;
import org.jshmem.ThreadLevel;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;

/** The cases of start, end and identity, one for each row of the table. */
final class SetupCases {
    private static final int[] NO_PES = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE};

    @Case(alone = true)
    void init(Checks checks) {
        checks.that(!queryInitialized(), "not initialised before init");
        final ShmemJob job = Shmem.init();
        checks.that(queryInitialized(), "initialised after init");
        checks.equal(checks.nPes(), nPes(), "PEs");
        try (ShmemJob nested = Shmem.init()) {
            checks.that(nested != job, "a nested init has its own end");
            exchange(checks);
        }
        checks.that(queryInitialized(), "initialised after the nested end");
        exchange(checks);
        job.close();
        checks.that(!queryInitialized(), "not initialised after the last end");
        job.close();
        checks.that(!queryInitialized(), "a job closes once");
    }

    @Case(alone = true)
    void initThread(Checks checks) {
        for (ThreadLevel level : ThreadLevel.values()) {
            final ThreadLevel given = Shmem.initThread(level);
            checks.that(given.compareTo(level) >= 0, "initThread(" + level + ") gave " + given);
            checks.equal(given, queryThread(), "queryThread after initThread");
            exchange(checks);
            Shmem.shutdown();
        }
        for (ThreadLevel level : ThreadLevel.values()) {
            final ShmemJob job = Shmem.init(level);
            try (job) {
                checks.that(queryThread().compareTo(level) >= 0, "init(" + level + ") gave " + queryThread());
                checks.equal(
                        "ShmemJob[PE " + myPe() + " of " + nPes() + ", " + queryThread() + "]",
                        job.toString(),
                        "what the job says of itself");
                exchange(checks);
            }
            checks.that(!queryInitialized(), "the block of init(" + level + ") is a shutdown");
            checks.equal("ShmemJob[closed]", job.toString(), "what it says then");
        }
        checks.thrown(NullPointerException.class, "init(null)", () -> Shmem.init(null), "requested=null");
        checks.thrown(NullPointerException.class, "initThread(null)", () -> Shmem.initThread(null), "requested=null");
        checks.that(!queryInitialized(), "initThread(null) does not initialise");
    }

    /** Jobs that meet by an id are tests of the launchers; here it is one more id, and what cannot be joined. */
    @Case(profile = Profile.JSHMEM)
    void uniqueId(Checks checks) {
        final String id = Shmem.uniqueId();
        checks.that(id.matches("[!-~]+"), "printable characters without blanks");
        checks.that(!id.equals(Shmem.uniqueId()), "another id each time");
        final int pes = nPes();
        checks.thrown(
                IllegalStateException.class, "init as a PE of another job", () -> Shmem.init(id, myPe(), pes), "nPes=");
        checks.thrown(NullPointerException.class, "init(null, 0, 1)", () -> Shmem.init(null, 0, 1), "uniqueId=null");
        checks.thrown(
                NullPointerException.class,
                "init(null, id, 0, 1)",
                () -> Shmem.init((ThreadLevel) null, id, 0, 1),
                "requested=null");
        checks.thrown(IllegalArgumentException.class, "init(\"id\", 0, 1)", () -> Shmem.init("id", 0, 1), "uniqueId");
        for (int pe : NO_PES) {
            checks.thrown(
                    IllegalArgumentException.class, "init(id, " + pe + ", 1)", () -> Shmem.init(id, pe, 1), "pe=" + pe);
        }
        checks.thrown(IllegalArgumentException.class, "init(id, 0, 0)", () -> Shmem.init(id, 0, 0), "nPes=0");
        exchange(checks);
    }

    @Case(alone = true)
    void shutdown(Checks checks) {
        checks.thrown(IllegalStateException.class, "shutdown without init", Shmem::shutdown, "init");
        Shmem.init();
        final SymmetricInts array = mallocInts(4);
        final MemorySegment segment = array.segment();
        Shmem.shutdown();
        checks.that(!array.isAlive(), "the last shutdown ends arrays");
        checks.thrown(IllegalStateException.class, "an array after shutdown", () -> array.get(0), "array=");
        checks.thrown(
                IllegalStateException.class,
                "a segment of an array after shutdown",
                () -> segment.get(java.lang.foreign.ValueLayout.JAVA_INT, 0));
        checks.thrown(IllegalStateException.class, "a second shutdown", Shmem::shutdown, "init");
    }

    private static void exchange(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final SymmetricInts array = mallocInts(1);
        Shmem.p(array, 1000 + myPe(), next);
        Shmem.barrierAll();
        checks.equal(1000 + previous, array.get(0), "what the neighbour put");
        Shmem.free(array);
    }

    @Case(alone = true)
    void queryInitialized(Checks checks) throws InterruptedException {
        final boolean[] seen = new boolean[3];
        seen[0] = elsewhere();
        Shmem.init();
        seen[1] = elsewhere();
        Shmem.shutdown();
        seen[2] = elsewhere();
        checks.that(!seen[0] && seen[1] && !seen[2], "queryInitialized before, between and after, from any thread");
    }

    private static boolean elsewhere() throws InterruptedException {
        final boolean[] seen = new boolean[1];
        final Thread thread = new Thread(() -> seen[0] = Shmem.queryInitialized());
        thread.start();
        thread.join();
        return seen[0] && Shmem.queryInitialized();
    }

    private static boolean queryInitialized() {
        return Shmem.queryInitialized();
    }

    @Case(threads = ThreadLevel.MULTIPLE)
    void queryThread(Checks checks) {
        checks.equal(ThreadLevel.MULTIPLE, Shmem.queryThread(), "queryThread");
        ThreadLevel before = null;
        for (ThreadLevel level : new ThreadLevel[] {
            ThreadLevel.SINGLE, ThreadLevel.FUNNELED, ThreadLevel.SERIALIZED, ThreadLevel.MULTIPLE
        }) {
            checks.that(before == null || before.compareTo(level) < 0, level + " is more than " + before);
            before = level;
        }
    }

    private static ThreadLevel queryThread() {
        return Shmem.queryThread();
    }

    /** Without a tool it does nothing, whatever the level. */
    @Case
    void pcontrol(Checks checks) {
        for (int level : new int[] {0, 1, 2, -1, Integer.MAX_VALUE}) {
            Shmem.pcontrol(level);
            Shmem.pcontrol(level, "text", 1, null);
        }
        exchange(checks);
    }

    /** The output before it is written, a last line without end included. */
    @Case(
            alone = true,
            status = 255,
            says = {"said before globalExit", "said without an end"})
    void globalExit(Checks checks) {
        Shmem.init();
        Shmem.barrierAll();
        checks.that(true, "initialised");
        checks.vote();
        Shmem.barrierAll();
        if (myPe() == nPes() - 1) {
            System.out.println("said before globalExit");
            System.out.print("said without an end");
            Shmem.globalExit(255);
            checks.fail("globalExit returned");
        } else {
            Shmem.barrierAll();
            checks.fail("a barrier that one PE never reached returned");
        }
        checks.vote();
    }

    @Case(pes = 5)
    void myPe(Checks checks) {
        final SymmetricInts seen = callocInts(nPes());
        for (int pe = 0; pe < nPes(); pe++) {
            Shmem.p(seen, myPe(), 1 + myPe(), pe);
        }
        Shmem.barrierAll();
        for (int pe = 0; pe < nPes(); pe++) {
            checks.equal(1 + pe, seen.get(pe), "the number of PE " + pe);
        }
        Shmem.free(seen);
    }

    private static int myPe() {
        return Shmem.myPe();
    }

    @Case(pes = 3)
    void nPes(Checks checks) {
        checks.equal(checks.nPes(), nPes(), "nPes");
        checks.that(myPe() >= 0 && myPe() < nPes(), "myPe() < nPes()");
    }

    private static int nPes() {
        return Shmem.nPes();
    }

    @Case(alone = true)
    void infoGetVersion(Checks checks) {
        checks.equal(1, Shmem.infoGetVersion().major(), "major version, before init");
        checks.equal(6, Shmem.infoGetVersion().minor(), "minor version, before init");
        Shmem.init();
        checks.equal("1.6", Shmem.infoGetVersion().toString(), "version, after init");
        Shmem.shutdown();
    }

    @Case(alone = true)
    void infoGetName(Checks checks) {
        final String name = Shmem.infoGetName();
        checks.that(!name.isBlank(), "the name, before init");
        checks.that(name.length() <= MAX_NAME_LEN, "the name's length " + name.length());
        Shmem.init();
        checks.equal(name, Shmem.infoGetName(), "the name, after init");
        Shmem.shutdown();
    }

    @Case
    void peAccessible(Checks checks) {
        for (int pe = 0; pe < nPes(); pe++) {
            checks.that(Shmem.peAccessible(pe), "PE " + pe + " is accessible");
        }
        for (int pe : NO_PES) {
            checks.that(!Shmem.peAccessible(pe), "PE " + pe + " is not accessible");
        }
        checks.that(!Shmem.peAccessible(nPes()), "PE " + nPes() + " is not accessible");
    }
}
