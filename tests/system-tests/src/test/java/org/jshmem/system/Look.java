package org.jshmem.system;

import static org.jshmem.Shmem.*;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongFunction;
import org.jshmem.Cmp;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;

/**
 * A program of two PEs. PE 0 does not wait: it calls something that returns at once, again and again, until it sees
 * what PE 1 has done. Prints how many microseconds a round trip of each form takes.
 */
public final class Look {
    private static final int ROUNDS = 100;
    private static final int LOCKS = 4;
    private static final long LIMIT_NS = TimeUnit.SECONDS.toNanos(10);

    private final SymmetricLongs words;
    private final SymmetricInts ints;
    private final SymmetricLongs back;

    private Look(SymmetricLongs words, SymmetricInts ints, SymmetricLongs back) {
        this.words = words;
        this.ints = ints;
        this.back = back;
    }

    /**
     * Looks.
     *
     * @param args none
     */
    @SuppressWarnings("try") // what is to be closed has no other use
    public static void main(String[] args) {
        try (var _ = init();
                SymmetricLongs words = callocLongs(4);
                SymmetricInts ints = callocInts(4);
                SymmetricLongs back = callocLongs(1);
                SymmetricLongs locks = callocLongs(LOCKS)) {
            new Look(words, ints, back).all();
            for (int i = 0; i < LOCKS; i++) {
                lock(locks, i);
            }
        }
    }

    private void all() {
        final int[] some = {0, 1, 1, 1};
        final int[] none = new int[4];
        final long[] found = new long[4];
        round("test", i -> () -> test(words, Cmp.EQ, i));
        round("test of an int", i -> () -> test(ints, Cmp.EQ, (int) i));
        round("testAll", i -> () -> testAll(words, 4, some, Cmp.EQ, i));
        round("testAny", i -> () -> testAny(words, 4, none, Cmp.EQ, i) == 0);
        round("testSome", i -> () -> testSome(words, 4, found, none, Cmp.EQ, i) == 1);
        round("testAllVector", i -> () -> testAllVector(words, 4, some, Cmp.EQ, new long[] {i, 0, 0, 0}));
        round("testAnyVector", i -> () -> testAnyVector(words, 4, none, Cmp.EQ, new long[] {i, -1, -1, -1}) == 0);
        round(
                "testSomeVector",
                i -> () -> testSomeVector(words, 4, found, none, Cmp.EQ, new long[] {i, -1, -1, -1}) == 1);
        round("signalFetch", i -> () -> signalFetch(words) == i);
        round("atomicFetch", i -> () -> atomicFetch(words, 0, 0) == i);
        round("atomicFetch of an int", i -> () -> atomicFetch(ints, 0, 0) == i);
        round("atomicCompareSwap", i -> () -> atomicCompareSwap(words, 0, i, i, 0) == i);
        round("atomicFetchOr", i -> () -> atomicFetchOr(words, 0, 0, 0) == i);
        round("atomicSwap", i -> new Swapping(i));
        round("quiet", i -> () -> {
            quiet();
            return words.get(0) == i;
        });
    }

    /** Takes a word away by writing 0 to it, until it is as wanted. */
    private final class Swapping implements BooleanSupplier {
        private final long wanted;

        Swapping(long wanted) {
            this.wanted = wanted;
            words.set(0, 0);
        }

        @Override
        public boolean getAsBoolean() {
            return atomicSwap(words, 0, 0, 0) == wanted;
        }
    }

    /** Lets PE 1 write a number, waits for it by looking, and answers. */
    private void round(String form, LongFunction<BooleanSupplier> look) {
        barrierAll();
        words.set(0, 0);
        ints.set(0, 0);
        back.set(0, 0);
        barrierAll();
        final long start = System.nanoTime();
        for (int i = 1; i <= ROUNDS; i++) {
            if (myPe() == 0) {
                final BooleanSupplier seen = look.apply(i);
                p(back, i, 1);
                quiet();
                until(form, seen);
            } else {
                waitUntil(back, Cmp.EQ, i);
                atomicSet(words, i, 0);
                atomicSet(ints, i, 0);
                quiet();
            }
        }
        if (myPe() == 0) {
            System.out.printf("%s: %.1f us%n", form, (System.nanoTime() - start) / 1e3 / ROUNDS);
        }
    }

    private static void until(String form, BooleanSupplier seen) {
        final long start = System.nanoTime();
        while (!seen.getAsBoolean()) {
            if (System.nanoTime() - start > LIMIT_NS) {
                System.out.println("a loop of " + form + " does not see what another PE has done");
                globalExit(1);
            }
        }
    }

    private static void lock(SymmetricLongs locks, int index) {
        if (myPe() == 1) {
            setLock(locks, index);
        }
        barrierAll();
        if (myPe() == 1) {
            clearLock(locks, index);
        } else {
            until("testLock", () -> testLock(locks, index) == 0);
            clearLock(locks, index);
        }
        barrierAll();
    }
}
