package org.jshmem.internal.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.sync.Patience;
import org.jshmem.internal.sync.Spots;
import org.jshmem.internal.sync.Waiting;
import org.jshmem.testing.PeThreads;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads stand in for PEs: each has its own {@link LockQueue} over the same heaps. */
class LockQueueTest {
    private static final long HEAP_BYTES = 4096;
    private static final long LOCK = 64;

    private final Arena arena = Arena.ofShared();

    private long[] heaps;
    private LockQueue[] queues;

    private void start(int pes, boolean crowded) {
        final NodeLayout layout = new NodeLayout(pes, 0);
        final Spots spots = new Spots(arena.allocate(layout.controlEnd(), 4096).address(), layout);
        heaps = new long[pes];
        queues = new LockQueue[pes];
        for (int pe = 0; pe < pes; pe++) {
            heaps[pe] = arena.allocate(HEAP_BYTES, 64).address();
        }
        for (int pe = 0; pe < pes; pe++) {
            final Waiting waiting = new Waiting(spots, spots.of(pe), Patience.endless(crowded));
            queues[pe] = new LockQueue(new LockWords(heaps, null, pe, spots), pe, waiting);
        }
    }

    @AfterEach
    void free() {
        arena.close();
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
        start(pes, true);
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
                assertFalse(queues[first].tryAcquire(LOCK), "nobody gets past those that wait");
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
        return (int)
                (Memory.get64Acquire(heaps[new LockWords(heaps, null, 0, null).home(LOCK)] + LOCK) >>> Integer.SIZE);
    }

    private void assertWordsAreZero() {
        for (long heap : heaps) {
            for (long offset = 0; offset < HEAP_BYTES; offset += Long.BYTES) {
                assertEquals(0, Memory.get64(heap + offset));
            }
        }
    }
}
