package org.jshmem.tck.cases;

import static org.jshmem.Shmem.*;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemJob;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Route;

/** The cases of the operations without element type, one for each row of the table. */
final class PlainCases {
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
        checks.thrown(NullPointerException.class, "initThread(null)", () -> Shmem.initThread(null), "requested=null");
        checks.that(!queryInitialized(), "initThread(null) does not initialise");
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

    @Case
    void addrAccessible(Checks checks) {
        final SymmetricLongs array = mallocLongs(10);
        final MemorySegment segment = array.segment();
        for (int pe = 0; pe < nPes(); pe++) {
            checks.that(accessible(array, pe), "an array on PE " + pe);
            checks.that(accessible(array.at(9), pe), "a part of an array on PE " + pe);
            checks.that(accessible(segment, pe), "a segment of an array on PE " + pe);
            checks.that(accessible(segment.asSlice(8, 8), pe), "a part of a segment on PE " + pe);
            checks.that(!accessible(MemorySegment.ofArray(new long[4]), pe), "a Java array is private");
            checks.that(!accessible(MemorySegment.NULL, pe), "the null address is private");
            try (Arena arena = Arena.ofConfined()) {
                checks.that(!accessible(arena.allocate(64), pe), "native memory is private");
            }
            checks.that(!accessible((MemorySegment) null, pe), "null is private");
            checks.that(!accessible((SymmetricLongs) null, pe), "no array is private");
        }
        for (int pe : NO_PES) {
            checks.that(!accessible(array, pe) && !accessible(segment, pe), "an array on PE " + pe);
        }
        checks.that(!accessible(array, nPes()), "an array on PE " + nPes());
        Shmem.barrierAll();
        Shmem.free(array);
        checks.that(!accessible(array, 0), "a freed array");
        checks.that(!accessible(segment, 0), "a segment of freed memory");
    }

    private static boolean accessible(org.jshmem.SymmetricArray array, int pe) {
        return Shmem.addrAccessible(array, pe);
    }

    private static boolean accessible(MemorySegment segment, int pe) {
        return Shmem.addrAccessible(segment, pe);
    }

    @Case
    void free(Checks checks) {
        final SymmetricLongs whole = mallocLongs(100);
        final SymmetricLongs neighbour = mallocLongs(100);
        neighbour.fill(77);
        checks.thrown(IllegalArgumentException.class, "free of a part", () -> Shmem.free(whole.at(1)), "array=");
        final SymmetricLongs alias = whole.slice(0, 50);
        Shmem.free(whole);
        checks.that(!whole.isAlive() && !alias.isAlive(), "free ends an array and its parts");
        checks.thrown(IllegalStateException.class, "a second free", () -> Shmem.free(whole), "array=");
        checks.thrown(IllegalStateException.class, "a free of a part", () -> Shmem.free(alias), "array=");
        checks.equal(77, neighbour.get(0), "the neighbour's first element");
        checks.equal(77, neighbour.get(99), "the neighbour's last element");
        neighbour.close();
        checks.that(!neighbour.isAlive(), "close frees");
        final long start = mallocLongs(100).offset();
        checks.that(start == whole.offset() || start == neighbour.offset(), "freed memory is used again");
    }

    @Case
    void ctxCreate(Checks checks) {
        for (long options = 0; options <= (CTX_SERIALIZED | CTX_PRIVATE | CTX_NOSTORE); options++) {
            try (Route route = Route.context(options)) {
                exchangeBy(checks, route);
            }
        }
        for (long wrong : new long[] {8, -1, Long.MIN_VALUE}) {
            checks.thrown(
                    IllegalArgumentException.class,
                    "options " + wrong,
                    () -> Shmem.ctxCreate(wrong),
                    "options=" + wrong);
        }
        if (myPe() == 0) {
            try (Route route = Route.context(0)) {
                route.quiet();
                checks.that(true, "creation is not collective");
            }
        }
        for (int i = 0; i < 2000; i++) {
            Shmem.ctxCreate(0).destroy();
        }
        try (Route route = Route.context(0)) {
            exchangeBy(checks, route);
        }
    }

    private static void exchangeBy(Checks checks, Route route) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final SymmetricLongs array = callocLongs(4);
        final LongsRoutines via = route.as(LongsRoutines.class);
        Shmem.barrierAll();
        via.putNbi(array, new long[] {5, 6 + myPe()}, 2, next);
        route.quiet();
        Shmem.barrierAll();
        checks.equal(6 + previous, array.get(1), "a put by " + route);
        checks.equal(5, via.g(array, 0, next), "a get by " + route);
        Shmem.barrierAll();
        Shmem.free(array);
    }

    @Case
    void destroy(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final SymmetricLongs array = callocLongs(3000);
        final long[] source = new long[3000];
        java.util.Arrays.fill(source, 9 + myPe());
        final long[] back = new long[1];
        Shmem.barrierAll();
        final ShmemContext context = Shmem.ctxCreate(0);
        context.putNbi(array, source, 3000, next);
        context.getNbi(back, array, 1, myPe());
        context.destroy();
        Shmem.barrierAll();
        checks.equal(9 + previous, array.get(2999), "destroy quiets");
        refusesAll(checks, context, array);
        context.destroy();
        context.close();
        checks.thrown(IllegalStateException.class, "destroy of the default context", CTX_DEFAULT::destroy, "default");
        checks.equal(9 + previous, CTX_DEFAULT.g(array, myPe()), "the default context afterwards");
        Shmem.barrierAll();
        Shmem.free(array);
    }

    private static void refusesAll(Checks checks, ShmemContext context, SymmetricLongs array) {
        final Class<IllegalStateException> error = IllegalStateException.class;
        final long[] values = new long[1];
        checks.thrown(error, "p", () -> context.p(array, 1L, 0), "destroyed");
        checks.thrown(error, "g", () -> context.g(array, 0), "destroyed");
        checks.thrown(error, "put", () -> context.put(array, values, 1, 0), "destroyed");
        checks.thrown(error, "getNbi", () -> context.getNbi(values, array, 1, 0), "destroyed");
        checks.thrown(error, "iput", () -> context.iput(array, values, 1, 1, 1, 0), "destroyed");
        checks.thrown(error, "fence", context::fence, "destroyed");
        checks.thrown(error, "quiet", context::quiet, "destroyed");
        checks.thrown(error, "peQuiet", () -> context.peQuiet(0), "destroyed");
    }

    @Case
    void close(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final SymmetricLongs array = callocLongs(10);
        Shmem.barrierAll();
        final ShmemContext context = Shmem.ctxCreate(CTX_PRIVATE);
        try (context) {
            context.putNbi(array, new long[] {3 + myPe()}, 1, next);
        }
        Shmem.barrierAll();
        checks.equal(3 + previous, array.get(0), "close quiets");
        refusesAll(checks, context, array);
        checks.thrown(IllegalStateException.class, "close of the default context", CTX_DEFAULT::close, "default");
        Shmem.barrierAll();
        Shmem.free(array);
    }

    @Case(pes = 4)
    void barrierAll(Checks checks) throws InterruptedException {
        final SymmetricInts rounds = callocInts(nPes());
        Shmem.barrierAll();
        long early = 0;
        for (int round = 1; round <= 500; round++) {
            for (int pe = 0; pe < nPes(); pe++) {
                Shmem.putNbi(rounds, myPe(), new int[] {round}, 0, 1, pe);
            }
            Shmem.barrierAll();
            for (int pe = 0; pe < nPes(); pe++) {
                early += rounds.get(pe) == round ? 0 : 1;
            }
            Shmem.barrierAll();
        }
        checks.equal(0, early, "puts not complete after barrierAll");
        waitsForTheLast(checks, Shmem::barrierAll);
        Shmem.free(rounds);
    }

    @Case(pes = 4)
    void syncAll(Checks checks) throws InterruptedException {
        final SymmetricInts own = callocInts(1);
        final SymmetricInts rounds = callocInts(nPes());
        Shmem.barrierAll();
        long late = 0;
        for (int round = 1; round <= 500; round++) {
            own.set(0, round);
            for (int pe = 0; pe < nPes(); pe++) {
                Shmem.p(rounds, myPe(), round, pe);
            }
            Shmem.quiet();
            Shmem.syncAll();
            for (int pe = 0; pe < nPes(); pe++) {
                late += Shmem.g(own, pe) == round && rounds.get(pe) == round ? 0 : 1;
            }
            Shmem.syncAll();
        }
        checks.equal(0, late, "local stores and quieted puts not visible after syncAll");
        waitsForTheLast(checks, Shmem::syncAll);
        Shmem.free(rounds);
        Shmem.free(own);
    }

    /**
     * One PE after the other comes late, and tells the others right before it arrives; whoever leaves has heard of it.
     */
    private static void waitsForTheLast(Checks checks, Runnable barrier) throws InterruptedException {
        final SymmetricInts arrived = callocInts(nPes());
        for (int last = 0; last < nPes(); last++) {
            if (myPe() == last) {
                Thread.sleep(40);
                for (int pe = 0; pe < nPes(); pe++) {
                    Shmem.p(arrived, last, 1, pe);
                }
                Shmem.quiet();
            }
            barrier.run();
            checks.equal(1, arrived.get(last), "PE " + last + " arrived before this one left");
            barrier.run();
        }
        Shmem.free(arrived);
    }

    @Case
    void fence(Checks checks) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                final OrderingRoutines via = route.as(OrderingRoutines.class);
                via.fence();
                Streams.check(checks, route, "p", via::fence, 4000);
            }
        }
    }

    @Case
    void quiet(Checks checks) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                final OrderingRoutines via = route.as(OrderingRoutines.class);
                via.quiet();
                Streams.check(checks, route, "put", via::quiet, 4000);
            }
        }
    }

    @Case
    void peQuiet(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        for (Route any : Route.all()) {
            try (Route route = any) {
                final OrderingRoutines via = route.as(OrderingRoutines.class);
                Streams.check(checks, route, "putNbi", () -> via.peQuiet(next), 2000);
                Streams.check(checks, route, "iput", () -> via.peQuiet(myPe(), next), 500);
                via.peQuiet();
                for (int wrong : NO_PES) {
                    checks.thrown(
                            IllegalArgumentException.class,
                            "peQuiet of PE " + wrong,
                            () -> via.peQuiet(0, wrong),
                            "=" + wrong);
                }
                checks.thrown(
                        IllegalArgumentException.class,
                        "peQuiet of PE " + nPes(),
                        () -> via.peQuiet(nPes()),
                        "=" + nPes());
                checks.thrown(
                        NullPointerException.class, "peQuiet of null", () -> via.peQuiet((int[]) null), "pes=null");
            }
        }
    }
}
