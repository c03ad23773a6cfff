package org.jshmem.internal.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.schedules.Schedules;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The queue of a lock: one PE at a time, what it writes is seen by the next, and nobody sleeps for ever. */
class LockSchedulesTest {
    private static final long HEAP_BYTES = 4096;
    private static final long LOCK = 64;
    private static final int ROUNDS = 3;

    private final Arena arena = Arena.ofAuto();

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4})
    void shouldLetOneInAtATime(int pes) {
        final NodeLayout layout = new NodeLayout(pes, 0);
        final long control = arena.allocate(layout.controlEnd(), 4096).address();
        final long memory = arena.allocate(HEAP_BYTES * (pes + 1), 4096).address();
        final long[] heaps = new long[pes];
        for (int pe = 0; pe < pes; pe++) {
            heaps[pe] = memory + HEAP_BYTES * pe;
        }
        final long counter = memory + HEAP_BYTES * pes;
        Schedules.explore(pes, () -> {
            Memory.clear(control, layout.controlEnd());
            Memory.clear(memory, HEAP_BYTES * (pes + 1));
            final WaitPoints waitPoints = new WaitPoints(control, layout);
            final int[] left = {pes};
            final List<Schedules.Body> tasks = new ArrayList<>();
            for (int pe = 0; pe < pes; pe++) {
                final LockQueue queue = new LockQueue(
                        new LockWords(heaps, null, pe, waitPoints),
                        pe,
                        new WaitStrategy(waitPoints, waitPoints.of(pe), new WaitPolicy(1, null, null, null)));
                final int me = pe;
                tasks.add(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        if ((me + round) % 3 > 0 || !queue.tryAcquire(LOCK)) {
                            queue.acquire(LOCK);
                        }
                        Memory.put64(counter, Memory.get64(counter) + 1);
                        queue.release(LOCK);
                    }
                    if (--left[0] == 0) {
                        assertEquals((long) pes * ROUNDS, Memory.get64(counter));
                        for (long heap : heaps) {
                            assertEquals(0, Memory.get64(heap + LOCK), "nobody wants the lock any more");
                        }
                    }
                });
            }
            return tasks;
        });
    }
}
