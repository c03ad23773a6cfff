package org.jshmem.internal.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Four threads that sleep and three that wake them, with naps so long that a lost wake-up is seen: two sleepers at the
 * wait point of one PE and two at another's, each waiting for counters of its own; wakers by atomics and by quiets.
 */
class WaitPointsTest {
    private static final int ROUNDS = 40_000;
    private static final int LOOKS = 300;
    private static final long SEED = System.nanoTime();
    private static final int SLEEPERS = 4;
    private static final long NAP_SECONDS = 10;
    private static final int ETIMEDOUT = 110;
    private static final long WAIT_POINTS = 256;
    private static final long LINE = 128;
    private static final long WORDS = 1024;
    private static final long ANSWERS = 2048;

    private final Arena arena = Arena.ofShared();
    private final long memory = arena.allocate(4096, 128).address();
    private final WaitPoints waitPoints =
            new WaitPoints(memory, new long[] {memory + WAIT_POINTS, memory + WAIT_POINTS + LINE});
    private final long nap = nap();

    private long nap() {
        final MemorySegment timespec = arena.allocate(2 * Long.BYTES, Long.BYTES);
        timespec.set(ValueLayout.JAVA_LONG, 0, NAP_SECONDS);
        return timespec.address();
    }

    /** Waits for every round; returns how many wake-ups were lost. */
    private long sleep(int sleeper) {
        final long waitPoint = waitPoints.of(sleeper / 2);
        final long word = memory + WORDS + sleeper * LINE;
        final SplittableRandom random = new SplittableRandom(SEED + sleeper);
        long lost = 0;
        for (long round = 1; round <= ROUNDS; round++) {
            delay(random);
            while (true) {
                final int sequence = waitPoints.announce(waitPoint);
                if (Memory.get64Acquire(word) >= round) {
                    break;
                }
                final long slept = waitPoints.sleep(waitPoint, sequence, nap);
                lost += slept == -ETIMEDOUT && Memory.get64Acquire(word) >= round ? 1 : 0;
            }
            Memory.put64Release(memory + ANSWERS + sleeper * LINE, round);
        }
        return lost;
    }

    /** Stores round after round for some sleepers, each time when they have answered, or nearly so. */
    private long wake(int first, int count, boolean quiet) {
        final SplittableRandom random = new SplittableRandom(SEED - 1 - first);
        for (long round = 1; round <= ROUNDS; round++) {
            for (int sleeper = first; sleeper < first + count; sleeper++) {
                awaitAnswer(sleeper, round - 1);
            }
            delay(random);
            for (int sleeper = first; sleeper < first + count; sleeper++) {
                store(sleeper, round, quiet);
            }
        }
        return 0;
    }

    private void awaitAnswer(int sleeper, long round) {
        for (int looks = 0; Memory.get64Acquire(memory + ANSWERS + sleeper * LINE) < round; looks++) {
            if (looks > LOOKS) {
                Thread.yield();
            }
        }
    }

    /** Most often as long as it takes a cache line to come, so that sleeper and waker are at it at the same time. */
    private static void delay(SplittableRandom random) {
        for (int k = random.nextInt(random.nextInt(20) == 0 ? 300 : 6); k > 0; k--) {
            Thread.onSpinWait();
        }
    }

    private void store(int sleeper, long round, boolean quiet) {
        final long word = memory + WORDS + sleeper * LINE;
        if (quiet) {
            Memory.put64(word, round);
            VarHandle.fullFence();
            waitPoints.wakeAll();
        } else {
            Memory.getAndSet64Volatile(word, round);
            WaitPoints.wake(waitPoints.of(sleeper / 2));
        }
    }

    @Test
    @Timeout(120)
    @Tag(QuickFilter.FULL)
    void shouldLoseNoWakeUp() throws Exception {
        final List<Callable<Long>> tasks = new ArrayList<>();
        for (int i = 0; i < SLEEPERS; i++) {
            final int sleeper = i;
            tasks.add(() -> sleep(sleeper));
        }
        tasks.add(() -> wake(0, 1, false));
        tasks.add(() -> wake(1, 2, true));
        tasks.add(() -> wake(3, 1, true));
        long lost = 0;
        try (ExecutorService threads = Executors.newFixedThreadPool(tasks.size())) {
            for (Future<Long> result : threads.invokeAll(tasks)) {
                lost += result.get();
            }
        } finally {
            arena.close();
        }
        assertEquals(0, lost, "sleepers that slept on with their word stored; seed " + SEED);
    }

    @Test
    void shouldFindTheWaitPointOfEachPeOfItsNode() {
        final NodeLayout layout = new NodeLayout(3, 0);
        final int[] local = {3, 5, 9};
        final WaitPoints ofNode = new WaitPoints(memory, layout, local);
        for (int index = 0; index < local.length; index++) {
            assertEquals(memory + layout.waitPointOffset(index), ofNode.of(local[index]));
        }
        assertEquals(0, ofNode.of(4), "a PE of another node");
    }

    /** Each has words of its own, on which the kernel lets a thread sleep. */
    @Test
    void shouldLetThreadsSleepAtEachWaitPoint() {
        final NodeLayout layout = new NodeLayout(2, 0);
        final long control = arena.allocate(layout.controlEnd(), 4096).address();
        final WaitPoints ofNode = new WaitPoints(control, layout);
        assertEquals(WaitPoints.ofBarriers(control), ofNode.ofBarriers());
        assertEquals(WaitPoints.ofRequests(control), ofNode.ofRequests());
        final long[] all = {ofNode.ofBarriers(), ofNode.ofRequests(), ofNode.of(0), ofNode.of(1)};
        assertEquals(
                all.length,
                LongStream.of(all).map(point -> point / 64).distinct().count());
        final long shortNap = NapIntervals.of(1000L).timespec(0);
        for (long waitPoint : all) {
            final int sequence = ofNode.announce(waitPoint);
            assertEquals(-ETIMEDOUT, ofNode.sleep(waitPoint, sequence, shortNap));
            WaitPoints.wake(waitPoint);
            assertEquals(sequence + 1, ofNode.announce(waitPoint), "woken");
        }
        WaitPoints.wake(all[0]);
        WaitPoints.wake(all[0]);
        assertEquals(2, ofNode.announce(all[0]), "only one wake-up found a sleeper");
        arena.close();
    }
}
