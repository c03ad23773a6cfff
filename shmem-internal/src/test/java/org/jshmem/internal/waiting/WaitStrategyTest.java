package org.jshmem.internal.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
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

    /** What a network is told, a letter for each call: to poll, and that a thread waits, yields or rests. */
    private static final class RecordingNetwork implements Progress {
        final StringBuilder calls = new StringBuilder();

        /** Whether something has come at each poll. */
        boolean isMoving;

        @Override
        public boolean poll() {
            calls.append('p');
            return isMoving;
        }

        @Override
        public void waits() {
            calls.append('w');
        }

        @Override
        public void yields() {
            calls.append('y');
        }

        @Override
        public void rest() {
            calls.append('r');
        }
    }

    private final RecordingNetwork network = new RecordingNetwork();

    private WaitStrategy onNetwork(boolean isCrowded) {
        return new WaitStrategy(
                waitPoints, waitPoints.of(0), WaitPolicy.endless(isCrowded).with(network));
    }

    /** Waits for some turns after the thread has ceased to spin; spins first for as long as it likes. */
    private static long wait(WaitStrategy waitStrategy, BooleanSupplier isOver) {
        long turn = 0;
        while (!isOver.getAsBoolean()) {
            final boolean wasLong = WaitStrategy.isLong(turn);
            turn = waitStrategy.pause(turn, null, 0);
            assertTrue(WaitStrategy.isLong(turn) || !wasLong, "a long wait has begun anew");
        }
        return turn;
    }

    private int calls(char letter) {
        return (int) network.calls.chars().filter(call -> call == letter).count();
    }

    /** It yields for a while, announces once that it rests, and polls after each nap. */
    @Test
    void shouldTellTheNetworkWhatAWaitingThreadDoes() {
        final int[] naps = new int[1];
        wait(onNetwork(true), () -> calls('r') > 0 && ++naps[0] > 6);
        assertTrue(network.calls.toString().matches("wp(py)+prp{6}"), network.calls.toString());
    }

    /** Beside a program that computes, a thread of the library takes no CPU time, unless somebody waits for it. */
    @Test
    void shouldSleepAtOnceInTheBackground() {
        final BackgroundWait background = new BackgroundWait();
        final WaitPolicy policy = WaitPolicy.endless(false).with(network).with(background);
        background.begin(true);
        final int[] naps = new int[1];
        wait(new WaitStrategy(waitPoints, waitPoints.of(0), policy), () -> ++naps[0] > 6);
        assertTrue(network.calls.toString().matches("wpr(pr?)+"), network.calls.toString());
        network.calls.setLength(0);
        background.hurry();
        wait(new WaitStrategy(waitPoints, waitPoints.of(0), policy), () -> calls('y') > 0);
        assertTrue(network.calls.toString().matches("wp{50,}y"), network.calls.toString());
    }

    /** As long as the network moves, the thread does nothing but poll. */
    @Test
    void shouldNotGoOnWithItsWaitWhileTheNetworkMoves() {
        final WaitStrategy waitStrategy = onNetwork(true);
        network.isMoving = true;
        final long late = wait(onNetwork(false), () -> calls('p') > 3);
        assertEquals(0, late);
        network.isMoving = false;
        final long turn = wait(waitStrategy, () -> calls('r') > 0);
        network.calls.setLength(0);
        network.isMoving = true;
        assertEquals(turn, waitStrategy.pause(turn, null, 0));
        assertEquals("p", network.calls.toString());
    }

    /** More messages will follow, so it polls before it rests again. */
    @Test
    void shouldYieldAgainWhenItIsWokenSoon() throws InterruptedException {
        final AtomicBoolean isOver = new AtomicBoolean();
        final Thread waker = Thread.ofPlatform().daemon().start(() -> {
            while (!isOver.get()) {
                WaitPoints.wake(waitPoints.of(0));
            }
        });
        wait(onNetwork(true), () -> network.calls.toString().matches("wp(py)+pr.*y"));
        isOver.set(true);
        waker.join();
    }

    /** It rests whenever it parks. */
    @Test
    void shouldTellTheNetworkThatAVirtualThreadParks() throws InterruptedException {
        final int spare = VirtualThreadWaiters.SPARE_CARRIERS.drainPermits();
        try {
            final Thread waiter = Thread.startVirtualThread(() -> wait(onNetwork(true), () -> calls('r') > 4));
            waiter.join();
            assertTrue(network.calls.toString().matches("wp(py)+(pr){5}"), network.calls.toString());
        } finally {
            VirtualThreadWaiters.SPARE_CARRIERS.release(spare);
            waitPoints.end();
        }
    }

    /** Platform threads sleep by themselves. */
    @Test
    void shouldStartNoThreadForAPlatformThreadThatSleeps() {
        final Set<Thread> before = Thread.getAllStackTraces().keySet();
        final int[] naps = new int[1];
        wait(onNetwork(true), () -> calls('r') > 0 && ++naps[0] > 3);
        final Set<Thread> started = new HashSet<>(Thread.getAllStackTraces().keySet());
        started.removeAll(before);
        waitPoints.end();
        assertFalse(started.stream().anyMatch(thread -> thread.getName().startsWith("jshmem")), started.toString());
    }

    @Test
    void shouldYieldForOthersOnlyOnANodeWithMorePesThanCpus() {
        onNetwork(false).giveWay();
        assertEquals("p", network.calls.toString());
        onNetwork(true).giveWay();
        assertEquals("ppy", network.calls.toString());
    }
}
