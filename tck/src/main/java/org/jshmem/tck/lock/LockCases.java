package org.jshmem.tck.lock;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.HeldLock;
import org.jshmem.SymmetricLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.data.Flag;

/** Sentences 76 to 80: locks. */
final class LockCases {
    private static final int BLOCK = 40;
    private static final int THREADS = 4;

    /** Some holders stay so long that all others have come, even those that left the barrier before late. */
    private static final long LINGER_NS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final int LINGERS = 4;

    /** Far longer than a PE takes from the flag it sets to the queue that it enters next. */
    private static final int TO_QUEUE_MS = 200;

    /** The same where other processes take the CPU meanwhile. */
    private static final int LONG_TO_QUEUE_MS = 2_000;

    /** Fewer rounds where every hand-over of the lock is a message. */
    @Case
    void s76_onePeAtATime(Checks checks) {
        exclude(checks, checks.mapped() == nPes() ? 20_000 : 5_000, 1);
    }

    /** More PEs than CPUs, and locks of several homes. */
    @Case(atLeast = 2, pes = 8)
    void s76_onePeAtATimeOfMany(Checks checks) {
        exclude(checks, 1_000, 3);
    }

    private static void exclude(Checks checks, int rounds, int nLocks) {
        final SymmetricLongs locks = callocLongs(nLocks);
        final SymmetricLongs data = callocLongs((long) nLocks * BLOCK);
        for (int round = 0; round < rounds; round++) {
            final int i = (round + myPe()) % nLocks;
            setLock(locks, i);
            advance(checks, data, i, round % (rounds / LINGERS) == 0);
            clearLock(locks, i);
        }
        barrierAll();
        checks.equal((long) rounds * nPes(), total(data, nLocks), "rounds counted under locks");
        free(data);
        free(locks);
    }

    /**
     * Reads a block that its last holder left all equal, and writes it one higher; only {@code clearLock} completes the
     * put.
     */
    private static void advance(Checks checks, SymmetricLongs data, int lock, boolean lingers) {
        final long[] block = new long[BLOCK];
        final long start = (long) lock * BLOCK;
        get(block, 0, data, start, BLOCK, lock % nPes());
        final long count = block[0];
        for (long word : block) {
            if (word != count) {
                checks.equal(count, word, "a word beside another under lock " + lock);
            }
        }
        if (lingers) {
            LockSupport.parkNanos(LINGER_NS);
        }
        Arrays.fill(block, count + 1);
        putNbi(data, start, block, 0, BLOCK, lock % nPes());
    }

    private static long total(SymmetricLongs data, int nLocks) {
        long total = 0;
        for (int i = 0; i < nLocks; i++) {
            total += g(data, (long) i * BLOCK, i % nPes());
        }
        return total;
    }

    /** Threads of all PEs, half of which only test; platform and virtual ones. */
    @Case(
            threads = ThreadLevel.MULTIPLE,
            each = {"platform", "virtual"})
    void s76_oneThreadAtATime(Checks checks) throws InterruptedException {
        // Virtual threads that test keep all carriers busy, and with them the CPUs of the threads that they wait for.
        final int rounds = checks.each().equals("virtual") ? 100 : 500;
        final SymmetricLongs lock = callocLongs(1);
        final SymmetricLongs data = callocLongs(BLOCK);
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            final boolean tests = i % 2 == 0;
            final Runnable body = () -> {
                for (int round = 0; round < rounds; round++) {
                    enter(lock, tests);
                    advance(checks, data, 0, round % (rounds / LINGERS) == 0);
                    clearLock(lock);
                }
            };
            threads.add(
                    checks.each().equals("virtual")
                            ? Thread.ofVirtual().start(body)
                            : Thread.ofPlatform().start(body));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        barrierAll();
        checks.equal((long) rounds * THREADS * nPes(), total(data, 1), "rounds of all threads counted under the lock");
        free(data);
        free(lock);
    }

    private static void enter(SymmetricLongs lock, boolean tests) {
        if (!tests) {
            setLock(lock);
            return;
        }
        while (testLock(lock) != 0) {
            Thread.yield();
        }
    }

    /** PE 0 holds the lock while the others come to it one after the other; they get it in that order. */
    @Case(atLeast = 2, pes = 5)
    void s77_firstComeFirstServed(Checks checks) throws InterruptedException {
        final SymmetricLongs lock = callocLongs(1);
        for (int round = 1; round <= 3; round++) { // the second time they come the other way round
            final int[] comes = new int[nPes() - 1];
            for (int i = 0; i < comes.length; i++) {
                comes[i] = round == 2 ? comes.length - i : i + 1;
            }
            int[] gets = holders(lock, comes, TO_QUEUE_MS);
            if (!Arrays.equals(comes, gets)) {
                gets = holders(lock, comes, LONG_TO_QUEUE_MS);
            }
            for (int i = 0; i < comes.length; i++) {
                checks.equal(comes[i], gets[i], "round " + round + ": holder number " + i);
            }
        }
        free(lock);
    }

    /** Who gets the lock, if PEs come in this order, so many milliseconds after one another. */
    private static int[] holders(SymmetricLongs lock, int[] comes, int ms) throws InterruptedException {
        final SymmetricLongs turn = callocLongs(1);
        final SymmetricLongs come = callocLongs(1);
        final SymmetricLongs holders = callocLongs(1L + comes.length);
        if (myPe() == 0) {
            setLock(lock);
            for (int i = 0; i < comes.length; i++) {
                p(turn, 1, comes[i]);
                quiet();
                Flag.await(come, 0, i + 1);
                TimeUnit.MILLISECONDS.sleep(ms);
            }
            clearLock(lock);
        } else {
            Flag.await(turn, 0, 1);
            atomicInc(come, 0);
            setLock(lock);
            final long place = 1 + g(holders, 0, 0);
            p(holders, 0, place, 0);
            p(holders, place, myPe(), 0);
            clearLock(lock);
        }
        barrierAll();
        final int[] gets = new int[comes.length];
        for (int i = 0; i < gets.length; i++) {
            gets[i] = (int) g(holders, 1L + i, 0);
        }
        barrierAll();
        free(holders);
        free(come);
        free(turn);
        return gets;
    }

    /** The opposite of a Java {@code tryLock}. */
    @Case
    void s78_testIsZeroWhenItGotTheLock(Checks checks) {
        final SymmetricLongs locks = callocLongs(2);
        for (int holder = 0; holder < nPes(); holder++) {
            if (myPe() == holder) {
                checks.equal(0, testLock(locks, 1), "test of a free lock");
            }
            barrierAll();
            if (myPe() != holder) {
                checks.equal(1, testLock(locks, 1), "test of a lock that PE " + holder + " holds");
                checks.equal(1, testLock(locks.at(1)), "test once more");
            }
            barrierAll();
            if (myPe() == holder) {
                clearLock(locks, 1);
                checks.equal(0, testLock(locks, 1), "test after clear");
                clearLock(locks, 1);
            }
            barrierAll();
        }
        free(locks);
    }

    /** A put that is not completed by its PE, to a third PE where there is one. */
    @Case(atLeast = 2, pes = 3)
    void s79_clearCompletesWhatWasPut(Checks checks) {
        final int rounds = 2_000;
        final SymmetricLongs lock = callocLongs(1);
        final SymmetricLongs data = callocLongs(2);
        for (int round = 0; round < rounds; round++) {
            try (HeldLock _ = holdLock(lock)) {
                final long first = g(data, 0, nPes() - 1);
                final long second = g(data, 1, 0);
                if (first != second) {
                    checks.equal(first, second, "two words on different PEs, put under the lock");
                }
                p(data, 0, first + 1, nPes() - 1);
                p(data, 1, second + 1, 0);
            }
        }
        barrierAll();
        checks.equal((long) rounds * nPes(), g(data, 0, nPes() - 1), "rounds under the lock");
        free(data);
        free(lock);
    }

    @Case(profile = Profile.JSHMEM)
    void s80_locksAreNotReentrant(Checks checks) {
        final SymmetricLongs locks = callocLongs(2L * nPes());
        final long mine = 2L * myPe();
        final Class<IllegalStateException> state = IllegalStateException.class;
        setLock(locks, mine);
        checks.thrown(state, "setLock of a lock that this PE holds", () -> setLock(locks, mine), "holds");
        checks.thrown(state, "testLock of a lock that this PE holds", () -> testLock(locks, mine), "holds");
        checks.thrown(state, "holdLock of a lock that this PE holds", () -> holdLock(locks, mine), "holds");
        setLock(locks, mine + 1);
        clearLock(locks, mine);
        checks.thrown(state, "clearLock of a lock that nobody holds", () -> clearLock(locks, mine), "does not hold");
        clearLock(locks, mine + 1);
        barrierAll();
        if (myPe() == 0) {
            setLock(locks);
        }
        barrierAll();
        if (myPe() != 0) {
            checks.thrown(state, "clearLock of a lock that another holds", () -> clearLock(locks), "does not hold");
            checks.equal(1, testLock(locks), "it is still held");
        }
        barrierAll();
        if (myPe() == 0) {
            clearLock(locks);
        }
        setLock(locks);
        clearLock(locks);
        checks.that(true, "the locks work afterwards");
        free(locks);
    }

    @Case(profile = Profile.JSHMEM)
    void misuseOfLocks(Checks checks) {
        final SymmetricLongs locks = callocLongs(2);
        final Class<IndexOutOfBoundsException> range = IndexOutOfBoundsException.class;
        checks.thrown(range, "setLock beyond the array", () -> setLock(locks, 2), "lock", "2");
        checks.thrown(range, "testLock before the array", () -> testLock(locks, -1), "lock", "-1");
        checks.thrown(range, "clearLock beyond the array", () -> clearLock(locks, 2), "lock", "2");
        checks.thrown(NullPointerException.class, "setLock(null)", () -> setLock(null), "lock=null");
        checks.thrown(NullPointerException.class, "testLock(null)", () -> testLock(null), "lock=null");
        checks.thrown(NullPointerException.class, "clearLock(null)", () -> clearLock(null), "lock=null");
        checks.thrown(NullPointerException.class, "holdLock(null)", () -> holdLock(null, 0), "lock=null");
        final SymmetricLongs view = ptr(locks, myPe());
        checks.thrown(IllegalArgumentException.class, "a lock through ptr", () -> setLock(view), "lock=");
        free(locks);
        checks.thrown(IllegalStateException.class, "a lock that was freed", () -> setLock(locks), "lock=");
    }

    /** All PEs are told, and the array stays as it is. */
    @Case(profile = Profile.JSHMEM)
    void aLockThatIsHeldIsNotFreed(Checks checks) {
        final SymmetricLongs locks = callocLongs(3);
        final int holder = nPes() - 1;
        if (myPe() == holder) {
            setLock(locks, 2);
        }
        final Class<IllegalStateException> state = IllegalStateException.class;
        checks.thrown(state, "free of an array with a held lock", () -> free(locks), "lock");
        checks.thrown(state, "realloc of an array with a held lock", () -> realloc(locks, 100), "lock");
        checks.that(locks.isAlive(), "the array is still there");
        if (myPe() == holder) {
            clearLock(locks, 2);
        }
        setLock(locks, 2);
        clearLock(locks, 2);
        free(locks);
        checks.that(!locks.isAlive(), "freed after the lock was cleared");
    }
}
