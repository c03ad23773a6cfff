package org.jshmem.internal.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jshmem.heap.NodeLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class WaitStrategyTest {
    /** Longer than a thread yields before it sleeps. */
    private static final long YIELD_NS = TimeUnit.MILLISECONDS.toNanos(25);

    /** Time for some naps after that. */
    private static final long NAPS_MS = 150;

    private final NodeLayout layout = new NodeLayout(1, 0);
    private final MemorySegment memory = Arena.ofAuto().allocate(layout.controlEnd(), 4096);
    private final WaitPoints waitPoints = new WaitPoints(memory.address(), layout);

    /** As many virtual threads wait as there are carriers, on a PE whose platform threads have slept here before. */
    @Test
    void shouldLetAVirtualThreadRunWhileOthersWait() throws InterruptedException {
        final WaitStrategy waitStrategy = new WaitStrategy(waitPoints, waitPoints.of(0), WaitPolicy.endless(true));
        final AtomicBoolean isOver = new AtomicBoolean();
        final List<Thread> waiters = new ArrayList<>();
        waiters.add(Thread.ofPlatform().start(() -> waitFor(isOver, waitStrategy)));
        Thread.sleep(NAPS_MS);
        for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
            waiters.add(Thread.startVirtualThread(() -> waitFor(isOver, waitStrategy)));
        }
        Thread.sleep(NAPS_MS);
        final Thread other = Thread.startVirtualThread(() -> isOver.set(true));
        final boolean hasRun = other.join(Duration.ofSeconds(10));
        isOver.set(true);
        for (Thread waiter : waiters) {
            waiter.join();
        }
        waitPoints.end();
        assertTrue(hasRun, "a virtual thread waits for a carrier while others sleep on all of them");
    }

    private static void waitFor(AtomicBoolean condition, WaitStrategy waitStrategy) {
        long turn = 0;
        while (!condition.get()) {
            turn = waitStrategy.pause(turn, null, 0);
        }
    }

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
