// types: int long
package org.jshmem.tck.amo;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jshmem.Cmp;
import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricDoubles;
import org.jshmem.ThreadLevel;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** Sentences 19 to 24: all threads of all PEs change one word, its owner too, and nothing is lost. */
final class DoublesContentionCases {
    private static final int THREADS = 4;
    private static final int CALLS = 2_000;

    /** Of a call that the owner carries out, which is slower by far and leaves the others more time to interfere. */
    private static final int REMOTE_CALLS = 500;

    /** Changes of {@link #change}, each made an odd number of times on each of three contexts; four of them add 1. */
    private static final int KINDS = 6;

    /** The first of them, which add. */
    private static final int ADDERS = 4;

    private static final int EACH = 101;
    private static final int ADDS = ADDERS * 3 * EACH;

    /** Adds stay below the bits of the PEs. */
    private static final int FIRST_BIT = 16;

    private static final int WAITS = 400;

    /** One change of the word, by a thread with a number of its own; returns the value before. */
    private interface Change {
        double apply(SymmetricDoubles word, int turn);
    }

    /** What all threads of this PE got, virtual and platform ones, one thread after the other. */
    private static double[] contend(Checks checks, SymmetricDoubles word, Change change) throws InterruptedException {
        final int calls = checks.mapped() == nPes() ? CALLS : REMOTE_CALLS;
        final double[] seen = new double[THREADS * calls];
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            final int first = i * calls;
            final Runnable body = () -> {
                for (int k = first; k < first + calls; k++) {
                    seen[k] = change.apply(word, myPe() * THREADS * calls + k + 1);
                }
            };
            threads.add(
                    i % 2 == 0
                            ? Thread.ofVirtual().start(body)
                            : Thread.ofPlatform().start(body));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        checks.that(true, "took part");
        return seen;
    }

    /** All PEs' values, sorted, on every PE. */
    private static double[] everybodys(double[] mine) {
        final SymmetricDoubles source = mallocDoubles(mine.length);
        put(source, mine, mine.length, myPe());
        barrierAll();
        final double[] all = new double[mine.length * nPes()];
        for (int pe = 0; pe < nPes(); pe++) {
            get(all, (long) mine.length * pe, source, 0, mine.length, pe);
        }
        Arrays.sort(all);
        barrierAll();
        free(source);
        return all;
    }

    private static long missing(double[] sorted) {
        long missing = 0;
        for (int i = 0; i < sorted.length; i++) {
            missing += sorted[i] == i ? 0 : 1;
        }
        return missing;
    }

    @Case(
            threads = ThreadLevel.MULTIPLE,
            pes = {2, 5},
            each = {"fetchAdd", "fetchInc", "compareSwap", "swap"})
    void s24_everyValueOnce(Checks checks) throws InterruptedException {
        final int home = nPes() - 1;
        switch (checks.each()) {
            case "fetchAdd" -> count(checks, (word, turn) -> atomicFetchAdd(word, 1, 1, home));
            case "fetchInc" -> count(checks, (word, turn) -> atomicFetchInc(word, 1, home));
            case "compareSwap" -> count(checks, (word, turn) -> addBySwaps(CTX_DEFAULT, word, home));
            case "swap" -> chain(checks);
            default -> throw new IllegalArgumentException("each=" + checks.each());
        }
    }

    private static double addBySwaps(ShmemContext context, SymmetricDoubles word, int home) {
        double before = context.atomicFetch(word, 1, home);
        while (true) {
            final double seen = context.atomicCompareSwap(word, 1, before, before + 1, home);
            if (seen == before) {
                return before;
            }
            before = seen;
        }
    }

    private static void count(Checks checks, Change change) throws InterruptedException {
        final SymmetricDoubles word = callocDoubles(2);
        final double[] all = everybodys(contend(checks, word, change));
        checks.equal(0, missing(all), "values that did not come exactly once");
        checks.that(atomicFetch(word, 1, nPes() - 1) == all.length, "the word at the end");
        checks.that(g(word, nPes() - 1) == 0, "its neighbour");
        barrierAll();
        free(word);
    }

    /** Each swaps in numbers of its own; who gets one takes it out of the chain, and the last stays in the word. */
    private static void chain(Checks checks) throws InterruptedException {
        final SymmetricDoubles word = callocDoubles(2);
        final double[] mine = contend(checks, word, (where, turn) -> atomicSwap(where, 1, turn, nPes() - 1));
        barrierAll();
        final double end = atomicFetch(word, 1, nPes() - 1);
        final double[] all = everybodys(mine);
        long missing = 0;
        for (int i = 0; i < all.length; i++) {
            missing += all[i] == (i < end ? i : i + 1) ? 0 : 1;
        }
        checks.equal(0, missing, "numbers that did not come exactly once, with " + end + " still in the word");
        barrierAll();
        free(word);
    }

    /** The default context, another and one of a team are one domain; so are all operations, and the owner's own. */
    @Case(threads = ThreadLevel.MULTIPLE, pes = 5)
    void s19_contextsAndOperationsAreAtomicTogether(Checks checks) {
        final int home = nPes() - 1;
        final SymmetricDoubles word = callocDoubles(2);
        barrierAll();
        try (ShmemTeam reverse = teamSplitStrided(TEAM_WORLD, home, -1, nPes());
                ShmemContext own = ctxCreate(CTX_PRIVATE);
                ShmemContext ofTeam = reverse.createCtx(0)) {
            // In C, bitwise operations are for other types, and an operation need not be atomic with one for another
            // type.
            final int kinds = checks.isStrict() ? KINDS : ADDERS;
            for (int i = 0; i < KINDS * EACH; i++) {
                change(CTX_DEFAULT, word, i % kinds, home);
                change(own, word, (i + 1) % kinds, home);
                change(ofTeam, word, (i + 2) % kinds, 0);
            }
        }
        barrierAll();
        double expected = checks.isStrict() ? ADDS : 3 * KINDS * EACH;
        expected *= nPes();
        for (int pe = 0; checks.isStrict() && pe < nPes(); pe++) {
            expected += bit(pe) + bit(8 + pe);
        }
        checks.that(atomicFetch(word, 1, home) == expected, atomicFetch(word, 1, home) + ", not " + expected);
        checks.that(g(word, home) == 0, "its neighbour");
        barrierAll();
        free(word);
    }

    /** Adds 1 in four ways of six; else turns over a bit that is this PE's, or sets another. */
    private static void change(ShmemContext context, SymmetricDoubles word, int kind, int pe) {
        switch (kind) {
            case 0 -> context.atomicInc(word, 1, pe);
            case 1 -> context.atomicAdd(word, 1, 1, pe);
            case 2 -> context.atomicFetchAdd(word, 1, 1, pe);
            case 3 -> addBySwaps(context, word, pe);
            case 4 -> context.atomicXor(word, 1, bit(myPe()), pe);
            default -> context.atomicFetchOr(word, 1, bit(8 + myPe()), pe);
        }
    }

    private static double bit(int number) {
        double bit = 1;
        bit <<= FIRST_BIT + number;
        return bit;
    }

    /**
     * Every PE counts on every other's word and on its own, and waits for what it has counted there and for the whole.
     */
    @Case(threads = ThreadLevel.MULTIPLE, pes = 5)
    void s21_waitsAndTestsSeeAtomics(Checks checks) {
        final SymmetricDoubles word = callocDoubles(2);
        barrierAll();
        long wrong = 0;
        for (int i = 0; i < WAITS; i++) {
            for (int pe = 0; pe < nPes(); pe++) {
                final double before = atomicFetchInc(word, 1, pe);
                if (pe == myPe()) {
                    wrong += test(word, 1, Cmp.LE, before) ? 1 : 0;
                    waitUntil(word, 1, Cmp.GT, before);
                    wrong += atomicFetch(word, 1, pe) > before ? 0 : 1;
                }
            }
        }
        double all = WAITS;
        all *= nPes();
        waitUntil(word, 1, Cmp.EQ, all);
        checks.equal(0, wrong, "tests and waits that saw an older word than an atomic operation before");
        checks.that(atomicCompareSwap(word, 1, all, 7, myPe()) == all, "swapped after the wait");
        checks.that(test(word, 1, Cmp.EQ, 7), "tested after the swap");
        barrierAll();
        free(word);
    }
}
