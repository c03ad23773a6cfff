package org.jshmem.tck.ordering;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Route;
import org.jshmem.tck.data.Flag;

/** Sentences 1 to 13 and 31: ordering and completion. */
final class OrderingCases {
    private static final int ROUNDS = 1500;

    private static final int[] NO_PES = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE};

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
        final int last = nPes() - 1; // to which the streams go
        for (Route any : Route.all()) {
            try (Route route = any) {
                final OrderingRoutines via = route.as(OrderingRoutines.class);
                Streams.check(checks, route, "putNbi", () -> via.peQuiet(last), 2000);
                Streams.check(checks, route, "iput", () -> via.peQuiet(0, last), 500);
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

    @Case(each = {"p", "put", "putNbi", "iput", "ibput", "putmem"})
    void s1_flagAfterFenceShowsTheData(Checks checks) {
        Streams.check(checks, Route.facade(), checks.each(), org.jshmem.Shmem::fence, ROUNDS);
        try (Route route = Route.context(0)) {
            final OrderingRoutines via = route.as(OrderingRoutines.class);
            Streams.check(checks, route, checks.each(), via::fence, ROUNDS);
        }
        try (Route route = Route.context(CTX_NOSTORE)) {
            final OrderingRoutines via = route.as(OrderingRoutines.class);
            Streams.check(checks, route, checks.each(), via::fence, ROUNDS);
        }
    }

    /** Compiled code, where a compiler may move stores: no proxies here. */
    @Case
    void s1_flagAfterFenceShowsTheDataInCompiledCode(Checks checks) {
        final SymmetricLongs data = callocLongs(8);
        final SymmetricLongs flag = callocLongs(1);
        final int target = nPes() - 1;
        final int rounds = 200_000;
        barrierAll();
        if (myPe() == 0) {
            for (int round = 1; round <= rounds; round++) {
                p(data, 5, round, target);
                Shmem.fence();
                p(flag, round, target);
            }
            Shmem.quiet();
        }
        if (myPe() == target) {
            long stale = 0;
            long seen = 0;
            while (seen < rounds) {
                seen = Flag.await(flag, 0, seen + 1);
                stale += data.get(5) >= seen ? 0 : 1;
            }
            checks.equal(0, stale, "words older than the flag");
        }
        checks.that(true, "took part");
        barrierAll();
        free(flag);
        free(data);
    }

    /** What {@link Streams} does not write: atomics, those that fetch without blocking, and signals. */
    @Case(each = {"atomics", "atomicsNbi", "signals", "putSignal", "putSignalNbi"})
    void s2_fenceOrdersAtomicsAndSignals(Checks checks) {
        final int rounds = 5_000;
        final int target = nPes() - 1;
        final SymmetricLongs data = callocLongs(2);
        final SymmetricLongs flag = callocLongs(1);
        barrierAll();
        if (myPe() == 0) {
            for (int round = 1; round <= rounds; round++) {
                advance(checks.each(), data, round, target);
                Shmem.fence();
                p(flag, round, target);
            }
            Shmem.quiet();
        }
        if (myPe() == target) {
            long stale = 0;
            long seen = 0;
            while (seen < rounds) {
                seen = Flag.await(flag, 0, seen + 1);
                stale += data.get(0) >= seen && data.get(1) >= seen ? 0 : 1;
            }
            checks.equal(0, stale, "words older than the flag");
        }
        checks.that(true, "took part");
        barrierAll();
        free(flag);
        free(data);
    }

    /** Makes both words the number of the round; what an nbi call reads and fetches into is the round's own. */
    private static void advance(String how, SymmetricLongs data, long round, int pe) {
        final long[] own = {round, 0};
        switch (how) {
            case "atomics" -> {
                atomicAdd(data, 0, 1L, pe);
                atomicSet(data, 1, round, pe);
            }
            case "atomicsNbi" -> {
                atomicFetchAddNbi(own, 0, data, 0, 1L, pe);
                atomicSwapNbi(own, 1, data, 1, round, pe);
            }
            case "signals" -> {
                signalAdd(data, 0, 1, pe);
                signalSet(data, 1, round, pe);
            }
            case "putSignal" -> putSignal(data, 0, own, 0, 1, data, 1, 1, SignalOp.ADD, pe);
            case "putSignalNbi" -> putSignalNbi(data, 0, own, 0, 1, data, 1, round, SignalOp.SET, pe);
            default -> throw new IllegalArgumentException("each=" + how);
        }
    }

    @Case(pes = 3, atLeast = 3)
    void s3_quietOrdersBetweenPes(Checks checks) {
        final SymmetricLongs x = callocLongs(1);
        final SymmetricLongs y = callocLongs(1);
        final SymmetricLongs done = callocLongs(1);
        barrierAll();
        long stale = 0;
        for (int round = 1; round <= ROUNDS / 2; round++) {
            if (myPe() == 0) {
                p(x, round, 1);
                Shmem.quiet();
                p(y, round, 2);
                Shmem.quiet();
                Flag.await(done, 0, round);
            } else if (myPe() == 2) {
                Flag.await(y, 0, round);
                stale += g(x, 1) >= round ? 0 : 1;
                p(done, round, 0);
                Shmem.quiet();
            }
        }
        checks.equal(0, stale, "x of PE 1 older than y of PE 2");
        barrierAll();
        free(done);
        free(y);
        free(x);
    }

    @Case
    void s4_quietOfAContextCompletesItsOperations(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final SymmetricLongs array = callocLongs(300);
        final long[] back = new long[100];
        final long[] mine = new long[100];
        Arrays.fill(mine, 1 + myPe());
        barrierAll();
        try (ShmemContext one = ctxCreate(0);
                ShmemContext other = ctxCreate(CTX_SERIALIZED)) {
            one.putNbi(array, mine, 100, next);
            other.putNbi(array, 100, mine, 0, 100, next);
            putNbi(array, 200, mine, 0, 100, next);
            one.fence();
            one.quiet();
            other.quiet();
            Shmem.quiet();
            other.getNbi(back, 0, array, 100, 100, next);
            other.quiet();
            checks.equal(1 + myPe(), back[99], "own put on another context, read back after its quiet");
        }
        barrierAll();
        for (int i = 0; i < 300; i += 99) {
            checks.equal(1 + previous, array.get(i), "element " + i);
        }
        free(array);
    }

    @Case
    void s5_quietCompletesNbiGets(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final SymmetricDoubles source = mallocDoubles(70_000);
        source.fill(myPe() + 0.5);
        final double[] dest = new double[70_000];
        final SymmetricDoubles symmetric = callocDoubles(70_000);
        barrierAll();
        for (int round = 0; round < 20; round++) {
            Arrays.fill(dest, -1);
            symmetric.fill(-1);
            getNbi(dest, source, 70_000, next);
            getNbi(symmetric, source, 70_000, next);
            Shmem.quiet();
            checks.that(
                    Arrays.stream(dest).allMatch(value -> value == next + 0.5)
                            && Arrays.stream(symmetric.toArray()).allMatch(value -> value == next + 0.5),
                    "both destinations after quiet, round " + round);
        }
        barrierAll();
        free(symmetric);
        free(source);
    }

    /** A quiet or fence orders plain stores to symmetric memory as well, one's own and those through {@code ptr}. */
    @Case(each = {"quiet", "fence", "barrier"})
    void s7_plainStoresAreOrdered(Checks checks) {
        final SymmetricLongs data = callocLongs(16);
        final SymmetricLongs flag = callocLongs(1);
        final SymmetricLongs view = ptr(data, nPes() - 1);
        final boolean writer = myPe() == 0;
        final boolean mapped = checks.isMapped(nPes() - 1) && checks.isMapped(0);
        barrierAll();
        long stale = 0;
        for (int round = 1; round <= 100_000 && mapped && !checks.each().equals("barrier"); round++) {
            if (writer) {
                for (int i = 0; i < 16; i += 5) {
                    view.set(i, round);
                }
                if (checks.each().equals("quiet")) {
                    Shmem.quiet();
                } else {
                    Shmem.fence();
                }
                p(flag, round, nPes() - 1);
            }
            if (myPe() == nPes() - 1 && round % 50 == 0) {
                final long seen = Flag.await(flag, 0, round);
                stale += data.get(0) >= seen && data.get(15) >= seen ? 0 : 1;
            }
        }
        checks.equal(0, stale, "stores through ptr that are older than the flag");
        barrierAll();
        for (int round = 1; round <= 200; round++) {
            data.set(3, round + myPe());
            barrierAll();
            final int next = (myPe() + 1) % nPes();
            checks.equal(round + next, g(data, 3, next), "a local store before the barrier");
            barrierAll();
        }
        free(flag);
        free(data);
    }

    @Case(pes = 3)
    void s9_peQuietCompletesOperationsToItsPes(Checks checks) {
        final SymmetricLongs array = callocLongs(nPes());
        barrierAll();
        for (int round = 1; round <= 500; round++) {
            for (int pe = 0; pe < nPes(); pe++) {
                putNbi(array, myPe(), new long[] {round}, 0, 1, pe);
                Shmem.peQuiet(pe);
                checks.equal(round, g(array, myPe(), pe), "own put read back from PE " + pe);
            }
            Shmem.peQuiet();
            Shmem.peQuiet(new int[0]);
        }
        barrierAll();
        for (int pe = 0; pe < nPes(); pe++) {
            checks.equal(500, array.get(pe), "the last put of PE " + pe);
        }
        free(array);
    }

    @Case
    void s12_aGetReturnsTheData(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final SymmetricLongs array = callocLongs(1000);
        final long[] here = new long[1000];
        barrierAll();
        for (int round = 1; round <= 300; round++) {
            Arrays.setAll(here, i -> i);
            here[0] = round;
            put(array, here, 1000, next);
            Shmem.quiet();
            Arrays.fill(here, -1);
            get(here, array, 1000, next);
            checks.that(here[0] == round && here[999] == 999, "what a get returned in round " + round);
        }
        barrierAll();
        free(array);
    }

    /** The target looks at its own memory and does not call the library; what others do to it ends all the same. */
    @Case(atLeast = 2, seconds = 90)
    void s13_progressWithoutTheTarget(Checks checks) {
        final SymmetricLongs array = callocLongs(20_000);
        final SymmetricLongs counter = callocLongs(1);
        final SymmetricLongs end = callocLongs(1);
        final long[] values = new long[20_000];
        Arrays.fill(values, 8);
        barrierAll();
        if (myPe() == nPes() - 1) {
            checks.equal(1, Flag.await(end, 0, 1), "done before the target called the library");
        } else if (myPe() == 0) {
            for (int i = 0; i < 20; i++) {
                put(array, values, 20_000, nPes() - 1);
                p(array, 7, i, nPes() - 1);
                Shmem.quiet();
                checks.equal(i, g(array, 7, nPes() - 1), "read back");
                checks.equal(2L * i, atomicFetchInc(counter, nPes() - 1), "counted");
                atomicInc(counter, nPes() - 1);
                iput(array, values, 3, 1, 5000, nPes() - 1);
                Shmem.quiet();
            }
            p(end, 1, nPes() - 1);
        }
        checks.that(true, "took part");
        barrierAll();
        free(end);
        free(counter);
        free(array);
    }

    /** Only the positive side can be tested: a sync after a quiet. */
    @Case
    void s31_syncAllAfterQuietShowsPuts(Checks checks) {
        final int next = (myPe() + 1) % nPes();
        final int previous = (myPe() + nPes() - 1) % nPes();
        final SymmetricLongs array = callocLongs(100);
        barrierAll();
        try (ShmemContext context = ctxCreate(0)) {
            for (int round = 1; round <= 300; round++) {
                final long[] values = new long[100];
                Arrays.fill(values, round * 10L + myPe());
                context.putNbi(array, values, 100, next);
                context.quiet();
                syncAll();
                checks.equal(round * 10L + previous, array.get(99), "a put on a context, after its quiet and a sync");
                syncAll();
            }
        }
        free(array);
    }
}
