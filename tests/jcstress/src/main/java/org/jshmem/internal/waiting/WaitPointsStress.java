package org.jshmem.internal.waiting;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jshmem.heap.Memory;
import org.jshmem.stress.Cells;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Sleepers that do nothing but sleep, and so show a wake-up that is lost: they neither spin nor yield, and the nap that
 * hides a lost wake-up after milliseconds is endless here, or nearly so. Who sleeps through it says so; it is the only
 * forbidden outcome.
 */
final class WaitPointsStress {
    private static final int AT_ONCE = 0;
    private static final int SLEPT = 1;
    private static final int LOST = 2;

    private static final long WAIT_POINTS = 384;
    private static final long WAIT_POINT_BYTES = 128;
    private static final long WORDS = 640;
    private static final long WORD_BYTES = 128;
    private static final long BYTES = 2048;

    /** Longer than any pause of the waker, shorter than the patience of who runs the tests. */
    private static final long NAP_SECONDS = 8;

    private static final int ETIMEDOUT = 110;
    private static final long NAP = nap();

    private WaitPointsStress() {}

    private static long nap() {
        final MemorySegment timespec = Arena.global().allocate(2 * Long.BYTES, Long.BYTES);
        timespec.set(ValueLayout.JAVA_LONG, 0, NAP_SECONDS);
        return timespec.address();
    }

    /** Two PEs, each with a wait point and a word to wait for. */
    static class Node {
        final long memory = Cells.take(BYTES);
        final WaitPoints waitPoints =
                new WaitPoints(memory, new long[] {memory + WAIT_POINTS, memory + WAIT_POINTS + WAIT_POINT_BYTES});

        final long word(int index) {
            return memory + WORDS + index * WORD_BYTES;
        }

        /** Waits as {@link WaitStrategy} does in the end: announce, look, sleep. */
        final int sleepUntil(long waitPoint, long word) {
            int result = AT_ONCE;
            while (true) {
                final int sequence = waitPoints.announce(waitPoint);
                if (Memory.get64Acquire(word) != 0) {
                    return result;
                }
                final long slept = waitPoints.sleep(waitPoint, sequence, NAP);
                if (slept == -ETIMEDOUT && Memory.get64Acquire(word) != 0) {
                    return LOST;
                }
                result = SLEPT;
            }
        }

        final void atomicStore(int pe, int word) {
            Memory.getAndSet64Volatile(word(word), 1);
            WaitPoints.wake(waitPoints.of(pe));
        }

        final void quietStore(int word) {
            Memory.put64(word(word), 1);
            VarHandle.fullFence();
            waitPoints.wakeAll();
        }
    }

    /** An atomic operation, or a signal, wakes who waits for it. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "the store came first")
    @Outcome(id = "1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "slept and was woken")
    @State
    public static class Atomic extends Node {
        @Actor
        public void sleeper(I_Result result) {
            result.r1 = sleepUntil(waitPoints.of(0), word(0));
        }

        @Actor
        public void waker() {
            atomicStore(0, 0);
        }
    }

    /** A quiet wakes who waits for a put before it. */
    @JCStressTest
    @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "the store came first")
    @Outcome(id = "1", expect = Expect.ACCEPTABLE_INTERESTING, desc = "slept and was woken")
    @State
    public static class Quiet extends Node {
        @Actor
        public void sleeper(I_Result result) {
            result.r1 = sleepUntil(waitPoints.of(1), word(0));
        }

        @Actor
        public void waker() {
            quietStore(0);
        }
    }

    /** A waker of each kind, one soon after the other, and a sleeper that announces itself again between. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "both stores came first")
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = Expect.ACCEPTABLE_INTERESTING,
            desc = "slept and was woken")
    @State
    public static class Twice extends Node {
        @Actor
        public void sleeper(II_Result result) {
            result.r1 = sleepUntil(waitPoints.of(0), word(0));
            result.r2 = sleepUntil(waitPoints.of(0), word(1));
        }

        @Actor
        public void waker() {
            quietStore(0);
            atomicStore(0, 1);
        }
    }

    /** Each wakes the other and waits for the other: both take the one flag for all. */
    @JCStressTest
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "both stores came first")
    @Outcome(
            id = {"0, 1", "1, 0", "1, 1"},
            expect = Expect.ACCEPTABLE_INTERESTING,
            desc = "slept and was woken")
    @State
    public static class EachOther extends Node {
        @Actor
        public void first(II_Result result) {
            quietStore(1);
            result.r1 = sleepUntil(waitPoints.of(0), word(0));
        }

        @Actor
        public void second(II_Result result) {
            quietStore(0);
            result.r2 = sleepUntil(waitPoints.of(1), word(1));
        }
    }
}
