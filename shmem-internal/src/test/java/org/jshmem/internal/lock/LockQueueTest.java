package org.jshmem.internal.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.testing.PeThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads stand in for PEs: each has its own {@link LockQueue} over the same heaps. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LockQueueTest {
    private static final long HEAP_BYTES = 4096;
    private static final long LOCK = 64;

    /** Its memory stays, as PEs may still use it when a test has failed. */
    private final Arena arena = Arena.global();

    private long[] heaps;
    private LockQueue[] queues;

    private void start(int pes, boolean crowded) {
        final NodeLayout layout = new NodeLayout(pes, 0);
        final WaitPoints waitPoints =
                new WaitPoints(arena.allocate(layout.controlEnd(), 4096).address(), layout);
        heaps = new long[pes];
        queues = new LockQueue[pes];
        for (int pe = 0; pe < pes; pe++) {
            heaps[pe] = arena.allocate(HEAP_BYTES, 64).address();
        }
        for (int pe = 0; pe < pes; pe++) {
            final WaitStrategy waitStrategy =
                    new WaitStrategy(waitPoints, waitPoints.of(pe), WaitPolicy.endless(crowded));
            queues[pe] = new LockQueue(new LockWords(heaps, null, pe, waitPoints), pe, waitStrategy);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 100000, true", "2, 50000, false", "2, 50000, true", "3, 20000, true", "8, 5000, true"})
    void shouldLetOneInAtATime(int pes, int rounds, boolean crowded) throws Exception {
        start(pes, crowded);
        final long[] counter = new long[1];
        PeThreads.run(pes, pe -> {
            for (int round = 0; round < rounds; round++) {
                if (round % 5 != 4) {
                    queues[pe].acquire(LOCK);
                } else {
                    while (!queues[pe].tryAcquire(LOCK)) {
                        Thread.yield();
                    }
                }
                counter[0]++;
                queues[pe].release(LOCK);
            }
        });
        assertEquals((long) pes * rounds, counter[0], "plain additions under the lock");
        assertWordsAreZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 8})
    void shouldServeInTheOrderOfComing(int pes) throws Exception {
        start(pes + 1, true);
        for (int round = 0; round < 20; round++) {
            final List<Integer> holders = new ArrayList<>();
            final int first = round % pes;
            queues[first].acquire(LOCK);
            try (ExecutorService threads = Executors.newCachedThreadPool()) {
                final List<Future<?>> waiters = new ArrayList<>();
                for (int i = 1; i < pes; i++) {
                    final int pe = (first + i) % pes;
                    waiters.add(threads.submit(() -> {
                        queues[pe].acquire(LOCK);
                        holders.add(pe);
                        queues[pe].release(LOCK);
                    }));
                    while (tail() != pe + 1) {
                        Thread.yield();
                    }
                }
                assertFalse(queues[pes].tryAcquire(LOCK), "nobody gets past those that wait");
                queues[first].release(LOCK);
                for (Future<?> waiter : waiters) {
                    waiter.get();
                }
            }
            for (int i = 1; i < pes; i++) {
                assertEquals((first + i) % pes, holders.get(i - 1), "holder number " + i);
            }
            assertWordsAreZero();
        }
    }

    @Test
    void shouldLeaveAllWordsZeroWhenNobodyWantsTheLock() {
        start(3, true);
        assertTrue(queues[2].tryAcquire(LOCK));
        assertFalse(queues[0].tryAcquire(LOCK));
        queues[2].release(LOCK);
        assertWordsAreZero();
    }

    /** The upper half of the home's word, the tail: no PE, or this PE, which is in no queue. */
    @ParameterizedTest
    @ValueSource(longs = {4, 1000, -1, Integer.MIN_VALUE, 1})
    void shouldRefuseALockWhoseTailIsGarbage(long tail) {
        start(3, true);
        final long word = heaps[home()] + LOCK;
        final long garbage = tail << Integer.SIZE;
        Memory.put64(word, garbage);
        final LockQueue queue = queues[0];
        for (Executable call : new Executable[] {() -> queue.acquire(LOCK), () -> queue.tryAcquire(LOCK)}) {
            final var thrown = assertThrows(IllegalStateException.class, call);
            assertTrue(thrown.getMessage().contains("heap offset 64"), thrown.getMessage());
            assertTrue(thrown.getMessage().contains("PE " + home()), thrown.getMessage());
            assertTrue(thrown.getMessage().contains("0x" + Long.toHexString(garbage)), thrown.getMessage());
            assertTrue(thrown.getMessage().contains("neither free nor held"), thrown.getMessage());
        }
        assertEquals(garbage, Memory.get64(word), "nothing may be written");
        Memory.put64(word, 0);
        assertWordsAreZero();
    }

    /** The lower half of a PE's own word, its node. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 42, 0x7fff_fffeL, 0xffff_ffffL})
    void shouldRefuseALockWhoseNodeIsGarbage(long garbage) {
        start(3, true);
        Memory.put64(heaps[1] + LOCK, garbage);
        for (Executable call : new Executable[] {() -> queues[1].acquire(LOCK), () -> queues[1].tryAcquire(LOCK)}) {
            final var thrown = assertThrows(IllegalStateException.class, call);
            assertNames(1, garbage, thrown);
        }
        assertEquals(garbage, Memory.get64(heaps[1] + LOCK), "nothing may be written");
        Memory.put64(heaps[1] + LOCK, 0);
        assertWordsAreZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {-2, 8, 2000, 4})
    void shouldNotReleaseALockWhoseNodeWasOverwritten(int garbage) {
        start(3, true);
        queues[1].acquire(LOCK);
        Memory.put32(heaps[1] + LOCK, garbage);
        final long home = Memory.get64(heaps[home()] + LOCK);
        final long word = Memory.get64(heaps[1] + LOCK);
        assertNames(1, word, assertThrows(IllegalStateException.class, () -> queues[1].release(LOCK)));
        assertEquals(garbage, Memory.get32(heaps[1] + LOCK), "nothing may be written");
        assertEquals(home, Memory.get64(heaps[home()] + LOCK), "nothing may be written");
        Memory.put32(heaps[1] + LOCK, 0);
        queues[1].release(LOCK);
        assertWordsAreZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 17, -5})
    void shouldNotReleaseALockWhoseTailWasOverwritten(int garbage) {
        start(3, true);
        queues[1].acquire(LOCK);
        Memory.put32(heaps[home()] + LOCK + Integer.BYTES, garbage);
        final long word = Memory.get64(heaps[home()] + LOCK);
        assertNames(home(), word, assertThrows(IllegalStateException.class, () -> queues[1].release(LOCK)));
        assertEquals(garbage, Memory.get32(heaps[home()] + LOCK + Integer.BYTES), "nothing may be written");
    }

    private static void assertNames(int pe, long word, IllegalStateException thrown) {
        final String named = "its word on PE " + pe + " is 0x" + Long.toHexString(word) + ",";
        assertTrue(thrown.getMessage().contains(named), thrown.getMessage());
    }

    /** In reports of waits that do not end. */
    @Test
    void shouldBeDescribedByItsPlace() {
        start(1, true);
        assertEquals("the lock at heap offset " + (5L << 32), queues[0].describe(5L << 32));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 7, 8, 64})
    void shouldSpreadHomesOverAllPes(int pes) {
        final LockWords words = new LockWords(new long[pes], null, 0, null);
        for (long stride : new long[] {8, 64, 128, 4096, 8L * pes, 64L * pes}) {
            final int[] locks = new int[pes];
            for (int i = 0; i < 100 * pes; i++) {
                locks[words.home(i * stride)]++;
            }
            for (int pe = 0; pe < pes; pe++) {
                assertTrue(locks[pe] > 50 && locks[pe] < 200, locks[pe] + " of " + 100 * pes + " on PE " + pe);
            }
        }
    }

    private int tail() {
        return (int) (Memory.get64Acquire(heaps[home()] + LOCK) >>> Integer.SIZE);
    }

    private int home() {
        return new LockWords(heaps, null, 0, null).home(LOCK);
    }

    private void assertWordsAreZero() {
        for (long heap : heaps) {
            for (long offset = 0; offset < HEAP_BYTES; offset += Long.BYTES) {
                assertEquals(0, Memory.get64(heap + offset));
            }
        }
    }
}
