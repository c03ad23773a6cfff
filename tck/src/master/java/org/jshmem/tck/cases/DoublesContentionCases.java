// types: int long
package org.jshmem.tck.cases;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jshmem.SymmetricDoubles;
import org.jshmem.ThreadLevel;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** Sentence 24: all threads of all PEs change one word, and every value comes exactly once. */
final class DoublesContentionCases {
    private static final int THREADS = 4;
    private static final int CALLS = 2_000;

    /** One change of the word, by a thread with a number of its own; returns the value before. */
    private interface Change {
        double apply(SymmetricDoubles word, int turn);
    }

    /** What all threads of this PE got, virtual and platform ones, one thread after the other. */
    private static double[] contend(Checks checks, SymmetricDoubles word, Change change) throws InterruptedException {
        final double[] seen = new double[THREADS * CALLS];
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            final int first = i * CALLS;
            final Runnable body = () -> {
                for (int k = first; k < first + CALLS; k++) {
                    seen[k] = change.apply(word, myPe() * THREADS * CALLS + k + 1);
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
        final SymmetricDoubles dest = mallocDoubles((long) mine.length * nPes());
        put(source, mine, mine.length, myPe());
        fcollect(TEAM_WORLD, dest, source, mine.length);
        final double[] all = dest.toArray();
        Arrays.sort(all);
        barrierAll();
        free(dest);
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
            case "compareSwap" -> count(checks, (word, turn) -> addBySwaps(word, home));
            case "swap" -> chain(checks);
            default -> throw new IllegalArgumentException("each=" + checks.each());
        }
    }

    private static double addBySwaps(SymmetricDoubles word, int home) {
        double before = atomicFetch(word, 1, home);
        while (true) {
            final double seen = atomicCompareSwap(word, 1, before, before + 1, home);
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
}
