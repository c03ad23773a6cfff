package org.jshmem.internal.lock;

import org.jshmem.heap.Memory;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;
import org.jshmem.stress.Cells;

/** A lock of two PEs, in memory of its own, with something for it to guard. */
class TwoPes {
    private static final long HEADER = 0;
    private static final long WAIT_POINT = 192;
    private static final long WAIT_POINT_STRIDE = 64;
    private static final long HEAP = 320;
    private static final long HEAP_STRIDE = 64;
    private static final long LOCK = 0;
    private static final long BYTES = 512;

    final LockQueue first;
    final LockQueue second;

    /** Guarded by the lock. */
    int guarded;

    private final long cell = Cells.take(BYTES);

    TwoPes() {
        final long[] heaps = {cell + HEAP, cell + HEAP + HEAP_STRIDE};
        first = queue(heaps, 0);
        second = queue(heaps, 1);
    }

    private LockQueue queue(long[] heaps, int pe) {
        final WaitPoints waitPoints =
                new WaitPoints(cell + HEADER, new long[] {cell + WAIT_POINT, cell + WAIT_POINT + WAIT_POINT_STRIDE});
        return new LockQueue(
                new LockWords(heaps, null, pe, waitPoints),
                pe,
                new WaitStrategy(waitPoints, waitPoints.of(pe), WaitPolicy.endless(false)));
    }

    static int next(TwoPes pes, LockQueue queue) {
        queue.acquire(LOCK);
        final int value = ++pes.guarded;
        queue.release(LOCK);
        return value;
    }

    /** As {@link #next}, but 0 if the lock is not free. */
    static int nextIfFree(TwoPes pes, LockQueue queue) {
        if (!queue.tryAcquire(LOCK)) {
            return 0;
        }
        final int value = ++pes.guarded;
        queue.release(LOCK);
        return value;
    }

    /** Whether the lock's words are as they were at first. */
    boolean clean() {
        return Memory.get64(cell + HEAP) == 0 && Memory.get64(cell + HEAP + HEAP_STRIDE) == 0;
    }
}
