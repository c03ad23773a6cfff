package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CountDownLatch;
import org.jshmem.unwinding.Blocks;

/** An exception that leaves a block on one PE does not wait for the others, which come later. */
final class ThrowingBlockCheck {
    private static final int BLOCKS = 3;

    private final int thrower;
    private final CountDownLatch left = new CountDownLatch(1);

    ThrowingBlockCheck(int thrower) {
        this.thrower = thrower;
    }

    /** What each PE does. */
    void run(int pe, TeamBarrier barrier) throws InterruptedException {
        if (pe == thrower) {
            for (int i = 0; i < BLOCKS; i++) {
                final int argument = i;
                final Blocks blocks = new Blocks(() ->
                        barrier.releases().release(CollectiveCall.FREE, argument, 0, 0) == LeavableBarrier.PENDING);
                assertThrows(IllegalStateException.class, () -> blocks.resource(true));
                assertTrue(blocks.answer());
            }
            left.countDown();
        } else {
            left.await();
            for (int i = 0; i < BLOCKS; i++) {
                assertEquals(0, barrier.releases().release(CollectiveCall.FREE, i, 0, 0));
            }
        }
        assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
        assertEquals(1, barrier.exchange(CollectiveCall.MALLOC, 64, 0, 0, pe == thrower ? 1 : 0));
    }
}
