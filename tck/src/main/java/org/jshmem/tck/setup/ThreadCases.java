package org.jshmem.tck.setup;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.Cmp;
import org.jshmem.Shmem;
import org.jshmem.ShmemContext;
import org.jshmem.SymmetricLongs;
import org.jshmem.ThreadLevel;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.data.Flag;

/** Sentences 8, 10 and 67: threads of a PE. */
final class ThreadCases {
    private static final int THREADS = 4;
    private static final int LENGTH = 400;
    private static final int WAITERS = 10_000;

    /** A task of one thread. */
    private interface Task {
        void run(int thread) throws Throwable;
    }

    private static void inThreads(Checks checks, boolean virtual, int count, Task task) throws InterruptedException {
        final List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            final int number = i;
            final Runnable body = () -> {
                try {
                    task.run(number);
                } catch (Throwable thrown) {
                    checks.fail("thread " + number + " threw " + thrown);
                }
            };
            threads.add(
                    virtual
                            ? Thread.ofVirtual().start(body)
                            : Thread.ofPlatform().start(body));
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    @Case(
            threads = ThreadLevel.MULTIPLE,
            each = {"platform", "virtual"})
    void s67_everyThreadMayCommunicate(Checks checks) throws InterruptedException {
        final boolean virtual = checks.each().equals("virtual");
        final int rounds = checks.mapped() == nPes() ? 200 : 50;
        final SymmetricLongs array = callocLongs((long) THREADS * nPes() * LENGTH);
        barrierAll();
        inThreads(checks, virtual, THREADS, thread -> {
            final boolean own = thread % 2 == 0;
            final ShmemContext context = own ? ctxCreate(CTX_PRIVATE) : CTX_DEFAULT;
            final long start = ((long) thread * nPes() + myPe()) * LENGTH;
            for (int round = 1; round <= rounds; round++) {
                for (int pe = 0; pe < nPes(); pe++) {
                    final long[] values = new long[LENGTH];
                    java.util.Arrays.fill(values, round * 100L + thread * 10L + myPe());
                    context.putNbi(array, start, values, 0, LENGTH - 2, pe);
                    context.p(array, start + LENGTH - 1, round, pe);
                    context.quiet();
                    checks.equal(values[0], context.g(array, start + LENGTH - 3, pe), "read back");
                    context.get(values, 0, array, start, LENGTH, pe);
                    checks.that(values[LENGTH - 1] == round && values[LENGTH - 2] == 0, "the end of the lane");
                }
            }
            if (own) {
                context.destroy();
            }
        });
        barrierAll();
        for (int thread = 0; thread < THREADS; thread++) {
            for (int pe = 0; pe < nPes(); pe++) {
                final long start = ((long) thread * nPes() + pe) * LENGTH;
                checks.equal(
                        rounds * 100L + thread * 10L + pe, array.get(start + LENGTH - 3), "lane of thread " + thread);
            }
        }
        free(array);
    }

    /**
     * While one thread waits in a barrier for a late PE, another goes on; a virtual one must not hold its carrier from
     * others.
     */
    @Case(
            threads = ThreadLevel.MULTIPLE,
            atLeast = 2,
            each = {"platform", "virtual"})
    void s67_aBlockedCallBlocksItsThreadOnly(Checks checks) throws InterruptedException {
        final boolean virtual = checks.each().equals("virtual");
        final SymmetricLongs array = callocLongs(10);
        barrierAll();
        if (myPe() == 0) {
            inThreads(checks, virtual, 4, thread -> {
                if (thread == 0) {
                    barrierAll();
                    return;
                }
                for (int i = 0; i < 100; i++) {
                    p(array, thread, i, nPes() - 1);
                    quiet();
                    checks.equal(i, g(array, thread, nPes() - 1), "read back while another thread waits");
                }
                p(array, 4L + thread, 1L, nPes() - 1);
                quiet();
            });
        } else {
            for (int thread = 1; thread < 4 && myPe() == nPes() - 1; thread++) {
                checks.equal(1, Flag.await(array, 4L + thread, 1), "a thread that finished while another waits");
            }
            TimeUnit.MILLISECONDS.sleep(100);
            barrierAll();
        }
        checks.that(true, "took part");
        barrierAll();
        free(array);
    }

    /**
     * Far more virtual threads wait than there are CPUs, and the thread that stores what they wait for is a virtual one
     * that starts last: a thread that waits must leave its carrier to others.
     */
    @Case(
            threads = ThreadLevel.MULTIPLE,
            each = {"here", "there"},
            profile = Profile.JSHMEM)
    void s67_virtualThreadsThatWaitLetOthersRun(Checks checks) throws InterruptedException {
        final int target = checks.each().equals("here") ? myPe() : (myPe() + 1) % nPes();
        final SymmetricLongs flags = callocLongs(WAITERS);
        barrierAll();
        inThreads(checks, true, WAITERS + 1, thread -> {
            if (thread < WAITERS) {
                waitUntil(flags, thread, Cmp.EQ, 1L + thread);
                return;
            }
            for (int i = 0; i < WAITERS; i++) {
                if (i % 2 == 0) {
                    p(flags, i, 1L + i, target);
                } else {
                    atomicSet(flags, i, 1L + i, target);
                }
            }
            quiet();
        });
        barrierAll();
        checks.equal(WAITERS, flags.get(WAITERS - 1L), "the last flag");
        free(flags);
    }

    /** Another thread's operations are ordered by this thread's quiet once the program itself has ordered the two. */
    @Case(threads = ThreadLevel.MULTIPLE)
    void s8_quietCoversOtherThreadsAfterJoin(Checks checks) throws InterruptedException {
        final int target = nPes() - 1;
        final SymmetricLongs data = callocLongs(1000);
        final SymmetricLongs flag = callocLongs(1);
        barrierAll();
        for (int round = 1; round <= 100; round++) {
            if (myPe() == 0) {
                final long value = round;
                inThreads(checks, false, 2, thread -> {
                    final long[] values = new long[500];
                    java.util.Arrays.fill(values, value);
                    putNbi(data, thread * 500L, values, 0, 500, target);
                });
                quiet();
                p(flag, round, target);
                quiet();
            }
            if (myPe() == target) {
                Flag.await(flag, 0, round);
                checks.that(data.get(0) >= round && data.get(999) >= round, "puts of joined threads before the flag");
            }
        }
        barrierAll();
        checks.equal(100, g(data, 500, target), "the last value at the target");
        barrierAll();
        free(flag);
        free(data);
    }

    /**
     * One thread waits or tests, another of the same PE writes: to its own PE by the library, or by a store of its own.
     */
    @Case(
            threads = ThreadLevel.MULTIPLE,
            each = {"platform", "virtual"})
    void s10_aWaitSeesOtherThreadsOfItsPe(Checks checks) throws InterruptedException {
        final int rounds = 600;
        final SymmetricLongs data = callocLongs(1);
        final SymmetricLongs flag = callocLongs(2);
        final SymmetricLongs answer = callocLongs(1);
        inThreads(checks, checks.each().equals("virtual"), 2, thread -> {
            for (int round = 1; round <= rounds; round++) {
                if (thread == 0) {
                    data.set(round);
                    fence();
                    writeToItself(flag, round);
                    while (!test(answer, Cmp.EQ, round)) {
                        LockSupport.parkNanos(1); // with one carrier, a virtual thread may yield to itself for ever
                    }
                } else {
                    waitUntil(flag, 1, round % 2 == 0 ? Cmp.EQ : Cmp.GT_UNSIGNED, round % 2 == 0 ? round : round - 1);
                    checks.equal(round, data.get(), "what the other thread stored before");
                    atomicInc(answer, myPe());
                    quiet();
                }
            }
        });
        checks.equal(rounds, answer.get(), "answers");
        barrierAll();
        free(answer);
        free(flag);
        free(data);
    }

    private static void writeToItself(SymmetricLongs flag, int round) {
        switch (round % 6) {
            case 0 -> p(flag, 1, round, myPe());
            case 1 -> atomicSet(flag, 1, round, myPe());
            case 2 -> atomicAdd(flag, 1, 1L, myPe());
            case 3 -> signalAdd(flag, 1, 1, myPe());
            case 4 -> put(flag, 1, new long[] {round}, 0, 1, myPe());
            default -> flag.setRelease(1, round);
        }
        quiet();
    }

    @Case(threads = ThreadLevel.SERIALIZED)
    void serializedThreadsTakeTurns(Checks checks) throws InterruptedException {
        final int next = (myPe() + 1) % nPes();
        final SymmetricLongs array = callocLongs(20);
        barrierAll();
        for (int i = 0; i < 20; i++) {
            final int index = i;
            inThreads(checks, i % 2 == 0, 1, thread -> {
                p(array, index, index + 1, next);
                quiet();
            });
        }
        barrierAll();
        for (int i = 0; i < 20; i++) {
            checks.equal(i + 1, array.get(i), "put by thread " + i);
        }
        free(array);
    }

    @Case(threads = ThreadLevel.FUNNELED)
    void funneledCallsComeFromTheInitThread(Checks checks) throws InterruptedException {
        final SymmetricLongs array = callocLongs(1);
        final int next = (myPe() + 1) % nPes();
        inThreads(
                checks, false, 1, thread -> checks.that(Shmem.queryInitialized(), "queryInitialized from any thread"));
        barrierAll();
        p(array, 7L, next);
        barrierAll();
        checks.equal(7, array.get(0), "a put of the init thread");
        free(array);
    }
}
