package org.jshmem.internal.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.jshmem.heap.NodeLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WaitStrategyTest {
    /** Longer than a thread yields before it sleeps. */
    private static final long YIELD_NS = TimeUnit.MILLISECONDS.toNanos(25);

    private final NodeLayout layout = new NodeLayout(1, 0);
    private final MemorySegment memory = Arena.ofAuto().allocate(layout.controlEnd(), 4096);
    private final WaitPoints waitPoints = new WaitPoints(memory.address(), layout);

    /** As long as a PE yields, and when it sleeps, it answers messages. */
    @Test
    void shouldDoTheWorkOfWaitingThreadsInEachTurnOfALongWait() {
        final WaitStrategy waitStrategy = new WaitStrategy(waitPoints, waitPoints.of(0), WaitPolicy.endless(true));
        final int[] works = new int[1];
        waitPoints.whenIdle(() -> works[0]++);
        long turn = 0;
        while (!WaitStrategy.isLong(turn)) {
            turn = waitStrategy.pause(turn, null, 0);
        }
        assertEquals(0, works[0], "while it spins");
        int turns = 0;
        final long start = System.nanoTime();
        for (int naps = 0; naps < 5; turns++) {
            naps += System.nanoTime() - start > YIELD_NS ? 1 : 0;
            turn = waitStrategy.pause(turn, null, 0);
        }
        assertEquals(turns, works[0]);
    }
}
