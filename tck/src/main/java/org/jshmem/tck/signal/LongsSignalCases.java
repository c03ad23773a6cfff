package org.jshmem.tck.signal;

import static org.jshmem.Shmem.*;

import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Route;

/** The cases of the operations on signals alone. */
final class LongsSignalCases {
    private static final int CALLS = 500;

    /** The operations that a context has too. */
    interface Routines {
        void signalAdd(SymmetricLongs sig, long signal, int pe);

        void signalAdd(SymmetricLongs sig, long index, long signal, int pe);

        void signalSet(SymmetricLongs sig, long signal, int pe);

        void signalSet(SymmetricLongs sig, long index, long signal, int pe);

        void quiet();
    }

    /** Sentence 15. */
    @Case
    void signalAdd(Checks checks) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                final Routines via = route.as(Routines.class);
                final SymmetricLongs sig = callocLongs(3);
                for (int i = 0; i < CALLS; i++) {
                    final int pe = i % nPes();
                    via.signalAdd(sig, 1, 1, pe);
                    via.signalAdd(sig.at(1), 2, pe);
                }
                via.quiet();
                barrierAll();
                final int mine = CALLS / nPes() + (myPe() < CALLS % nPes() ? 1 : 0);
                checks.equal(3L * mine * nPes(), Shmem.signalFetch(sig, 1), "the sum");
                checks.equal(0, sig.get(0) | sig.get(2), "neighbours");
                free(sig);
            }
        }
    }

    @Case
    void signalSet(Checks checks) {
        for (Route any : Route.all()) {
            try (Route route = any) {
                final Routines via = route.as(Routines.class);
                final SymmetricLongs sig = callocLongs(2L * nPes());
                for (long i = 0; i < sig.length(); i++) {
                    sig.set(i, 1000 + i);
                }
                barrierAll();
                for (int pe = 0; pe < nPes(); pe++) {
                    via.signalSet(sig, 2L * myPe(), 100 + myPe(), pe);
                    via.signalSet(sig.at(2L * myPe() + 1), -5 - myPe(), pe);
                }
                via.quiet();
                barrierAll();
                for (int pe = 0; pe < nPes(); pe++) {
                    checks.equal(100 + pe, sig.get(2L * pe), "set by PE " + pe);
                    checks.equal(-5 - pe, sig.get(2L * pe + 1), "set by PE " + pe);
                }
                free(sig);
            }
        }
    }

    @Case
    void signalFetch(Checks checks) {
        final SymmetricLongs sig = callocLongs(2);
        final int right = (myPe() + 1) % nPes();
        Shmem.signalSet(sig, 1, Long.MIN_VALUE + 7, right);
        Shmem.signalAdd(sig, 3, right);
        barrierAll();
        checks.equal(Long.MIN_VALUE + 7, Shmem.signalFetch(sig, 1), "set");
        checks.equal(3, Shmem.signalFetch(sig), "added");
        free(sig);
    }

    /** Sentence 17. */
    @Case
    void signalWaitUntil(Checks checks) {
        final SymmetricLongs sig = callocLongs(2);
        final int right = (myPe() + 1) % nPes();
        for (int round = 1; round <= CALLS; round++) {
            Shmem.signalAdd(sig, 1, 1, right);
            checks.equal(round, Shmem.signalWaitUntil(sig, 1, Cmp.GE, round), "the signal that did");
            checks.equal(round, Shmem.signalWaitUntil(sig.at(1), Cmp.NE, 0), "again");
            barrierAll();
        }
        Shmem.signalSet(sig, -2, right);
        checks.equal(-2, Shmem.signalWaitUntil(sig, Cmp.GT, 5), "unsigned, whatever the comparator says");
        checks.equal(-2, Shmem.signalWaitUntil(sig, Cmp.LT_UNSIGNED, -1), "unsigned");
        checks.equal(-2, Shmem.signalWaitUntil(sig, Cmp.LT, -1), "less");
        checks.equal(-2, Shmem.signalWaitUntil(sig, Cmp.LE, -2), "no more");
        checks.equal(-2, Shmem.signalWaitUntil(sig, Cmp.EQ, -2), "equal");
        barrierAll();
        free(sig);
    }

    /** All PEs add to one signal: alone, with data, and with data that may come later. */
    @Case
    void s15_addsOfEveryKindLoseNothing(Checks checks) {
        final SymmetricLongs sig = callocLongs(3);
        final SymmetricLongs data = callocLongs(nPes());
        final long[] source = {1 + myPe()};
        for (int i = 0; i < CALLS; i++) {
            Shmem.signalAdd(sig, 1, 1, 0);
            Shmem.putSignal(data, myPe(), source, 0, 1, sig, 1, 1, SignalOp.ADD, 0);
            Shmem.putSignalNbi(data, myPe(), source, 0, 1, sig, 1, 1, SignalOp.ADD, 0);
        }
        barrierAll();
        checks.equal(myPe() == 0 ? 3L * CALLS * nPes() : 0, Shmem.signalFetch(sig, 1), "the sum");
        checks.equal(0, sig.get(0) | sig.get(2), "neighbours");
        checks.equal(myPe() == 0 ? nPes() : 0, data.get(nPes() - 1), "data of the last PE");
        barrierAll();
        free(data);
        free(sig);
    }

    /**
     * Signals have the same number in both halves: while all PEs set one and add to another, PE 0 sees nothing else.
     */
    @Case
    void s16_fetchesAndWaitsSeeWholeSignals(Checks checks) {
        final long one = 1L << Integer.SIZE | 1;
        final SymmetricLongs sig = callocLongs(2);
        barrierAll();
        long halves = 0;
        long back = 0;
        long sum = 0;
        for (int i = 0; i < 4 * CALLS; i++) {
            Shmem.signalSet(sig, (i * 8L + myPe() + 1) * one, 0);
            Shmem.signalAdd(sig, 1, one, 0);
            if (myPe() == 0) {
                final long set = Shmem.signalFetch(sig);
                final long fetched = Shmem.signalFetch(sig, 1);
                final long waited = Shmem.signalWaitUntil(sig, 1, Cmp.GE, fetched);
                halves += whole(set) && whole(fetched) && whole(waited) ? 0 : 1;
                back += fetched >= sum && waited >= fetched && Shmem.test(sig, 1, Cmp.GE, waited) ? 0 : 1;
                sum = waited;
            }
        }
        barrierAll();
        checks.equal(0, halves, "signals of which one half was old");
        checks.equal(0, back, "sums that went back");
        checks.equal(myPe() == 0 ? 4L * CALLS * nPes() * one : 0, Shmem.signalFetch(sig, 1), "the sum");
        barrierAll();
        free(sig);
    }

    private static boolean whole(long signal) {
        return signal >>> Integer.SIZE == (int) signal;
    }

    /** Sentence 18 and other misuse. */
    @Case(profile = Profile.JSHMEM)
    void s18_signalInTheDataIsAnError(Checks checks) {
        final SymmetricLongs data = callocLongs(8);
        checks.thrown(
                IllegalArgumentException.class,
                "a signal in the data",
                () -> CTX_DEFAULT.putSignal(data, new long[8], 8, data.at(7), 1, SignalOp.SET, 0),
                "sig",
                "dest");
        checks.thrown(
                NullPointerException.class,
                "no signal",
                () -> CTX_DEFAULT.putSignal(data, new long[1], 1, null, 1, SignalOp.SET, 0),
                "sig=null");
        checks.thrown(
                NullPointerException.class,
                "no op",
                () -> CTX_DEFAULT.putSignal(data, new long[1], 1, data.at(4), 1, null, 0),
                "op=null");
        checks.thrown(
                IllegalArgumentException.class, "no such PE", () -> Shmem.signalAdd(data, 1, nPes()), "pe=" + nPes());
        barrierAll();
        checks.equal(0, data.get(0) | data.get(7), "nothing was written");
        free(data);
    }
}
