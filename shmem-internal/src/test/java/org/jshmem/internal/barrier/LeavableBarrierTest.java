package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.ShmemException;
import org.jshmem.testing.QuickFilter;
import org.jshmem.unwinding.Blocks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Releases that an exception leaves, as PE 1 does here while the others are late. They only wait: all side by side. */
@ParameterizedClass(name = "counted: {0}")
@ValueSource(booleans = {false, true})
@Execution(ExecutionMode.CONCURRENT)
@Timeout(60)
class LeavableBarrierTest {
    /** Longer than a wait lasts before it looks for an exception. */
    private static final long LATE_MS = 600;

    private final boolean isCounted;

    /** Once PE 1 has left its barriers. */
    private final CountDownLatch left = new CountDownLatch(1);

    LeavableBarrierTest(boolean isCounted) {
        this.isCounted = isCounted;
    }

    private void run(int pes, TeamBarrierTest.Pe body) throws Exception {
        TeamBarrierTest.run(isCounted, pes, true, body);
    }

    /** A PE whose program has ended does not stay for the sake of the others. */
    @Test
    void shouldCompleteBarriersInADaemonThread() {
        assertTrue(new AbandonedBarriers.Worker(() -> {}).isDaemon());
    }

    /**
     * A thread of the library stays in the barriers, so that the others find their PE in each; what comes later waits
     * for it.
     */
    @Test
    void shouldNotKeepAnExceptionWaiting() throws Exception {
        run(3, (pe, barrier) -> {
            if (pe == 1) {
                final int[] outcomes = new int[3];
                for (int i = 0; i < outcomes.length; i++) {
                    outcomes[i] = releaseByException(barrier, CollectiveCall.FREE, i);
                }
                assertArrayEquals(
                        new int[] {LeavableBarrier.PENDING, LeavableBarrier.PENDING, LeavableBarrier.PENDING},
                        outcomes);
                assertEquals("PE 0, PE 2", barrier.missing());
                left.countDown();
                awaitCompletion(barrier.releases());
            } else {
                left.await();
                for (int i = 0; i < 3; i++) {
                    assertEquals(0, barrier.releases().release(CollectiveCall.FREE, i, 0, 0));
                }
            }
            assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
            assertEquals(1, barrier.exchange(CollectiveCall.MALLOC, 64, 0, 0, pe == 1 ? 1 : 0));
        });
    }

    /** The thread that completes the abandoned barrier must not take the next one's combination for its own. */
    @Test
    void shouldCombineAfterAnAbandonedBarrier() throws Exception {
        final AtomicInteger combined = new AtomicInteger();
        run(3, (pe, barrier) -> {
            if (pe == 1) {
                assertEquals(LeavableBarrier.PENDING, releaseByException(barrier, CollectiveCall.FREE, 0));
                left.countDown();
            } else {
                left.await();
                assertEquals(0, barrier.releases().release(CollectiveCall.FREE, 0, 0, 0));
            }
            barrier.payloads().combine((from, to) -> combined.incrementAndGet());
            assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
            assertEquals(isCounted, barrier.payloads().combined() != 0);
        });
        assertEquals(isCounted ? 1 : 0, combined.get());
    }

    private interface Setting {
        void set(TeamBarrier barrier, long address);
    }

    private static List<Setting> settings() {
        return List.of(
                (barrier, address) -> barrier.payloads().bring(address, Long.BYTES),
                (barrier, address) -> barrier.payloads().bringWord(77),
                (barrier, address) -> barrier.payloads().pick(0, Long.BYTES),
                (barrier, address) -> barrier.payloads().mine(),
                (barrier, address) -> barrier.payloads().mine(Long.BYTES),
                (barrier, address) -> barrier.payloads().combine(null),
                (barrier, address) -> barrier.settle(),
                (barrier, address) -> barrier.exchange(CollectiveCall.ANY, 0, 0, 0, 0));
    }

    /** Each setting is for the next barrier: it waits until the one that was left has ended. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldSetNothingWhileAnAbandonedBarrierIsInProgress() throws Exception {
        final List<Setting> settings = settings();
        final CountDownLatch[] set = new CountDownLatch[settings.size()];
        Arrays.setAll(set, _ -> new CountDownLatch(1));
        run(2, (pe, barrier) -> {
            final MemorySegment mine = Arena.ofAuto().allocate(Long.BYTES, Long.BYTES);
            for (int i = 0; i < settings.size(); i++) {
                if (pe == 1) {
                    assertEquals(LeavableBarrier.PENDING, releaseByException(barrier, CollectiveCall.FREE, i));
                    set[i].countDown();
                    settings.get(i).set(barrier, mine.address());
                    assertFalse(barrier.releases().isAbandonedInProgress(), "setting " + i);
                } else {
                    set[i].await();
                    assertEquals(0, barrier.releases().release(CollectiveCall.FREE, i, 0, 0));
                    if (i == settings.size() - 1) {
                        settings.get(i).set(barrier, mine.address());
                    }
                }
                assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
            }
        });
    }

    /** A thread that waits for the library's thread keeps its interruption for the program. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepTheInterruptionOfAThreadThatWaits(boolean interrupted) throws Exception {
        final AbandonedBarriers abandoned = new AbandonedBarriers();
        final CountDownLatch go = new CountDownLatch(1);
        abandoned.add(() -> {
            try {
                go.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
        assertTrue(abandoned.isPending());
        final FutureTask<Boolean> wait = new FutureTask<>(() -> {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            abandoned.await();
            return Thread.interrupted();
        });
        final Thread waiter = Thread.ofPlatform().daemon().start(wait);
        while (waiter.getState() != Thread.State.WAITING && !wait.isDone()) {
            Thread.onSpinWait();
        }
        go.countDown();
        assertEquals(interrupted, wait.get());
        assertFalse(abandoned.isPending());
        assertFalse(abandoned.isOwnThread());
    }

    @Test
    void shouldSynchronizeAsUsualIfAllAreLeftByAnException() throws Exception {
        run(3, (pe, barrier) -> assertEquals(0, releaseByException(barrier, CollectiveCall.SHUTDOWN, 0)));
    }

    @Test
    @Tag(QuickFilter.FULL)
    void shouldWaitForALongTimeInGoodOrder() throws Exception {
        run(2, (pe, barrier) -> {
            Thread.sleep(pe * LATE_MS);
            assertEquals(0, barrier.releases().release(CollectiveCall.FREE, 0, 0, 0));
        });
    }

    /** Who is in another call is told, and where the exception is; the one that is left by it goes on with that. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldTellThoseWhoCallSomethingElseOfTheException() throws Exception {
        run(2, (pe, barrier) -> {
            if (pe == 1) {
                assertEquals(LeavableBarrier.REFUSED, releaseByException(barrier, CollectiveCall.SHUTDOWN, 0));
            } else {
                assertFalse(barrier.await(CollectiveCall.BARRIER_ALL));
                final String text = barrier.mismatch().getMessage();
                assertTrue(text.contains("PE 1: shutdown() at Blocks.look(Blocks.java:"), text);
                assertTrue(text.endsWith(", as an exception leaves its block"), text);
            }
            assertTrue(barrier.await(CollectiveCall.BARRIER_ALL), "and can go on");
        });
    }

    /**
     * Once the others are found to do something else, this PE is out of step with them, as its block is free and theirs
     * are not.
     */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldRefuseToGoOnAfterAnAbandonedBarrierThatFailed() throws Exception {
        run(2, (pe, barrier) -> {
            if (pe == 1) {
                assertEquals(LeavableBarrier.PENDING, releaseByException(barrier, CollectiveCall.FREE, 0));
                left.countDown();
                awaitCompletion(barrier.releases());
                for (int i = 0; i < 2; i++) {
                    final String text = assertThrows(ShmemException.class, () -> barrier.await(CollectiveCall.SYNC_ALL))
                            .getMessage();
                    assertTrue(text.contains("PE 0: barrierAll() at"), text);
                    assertThrows(
                            ShmemException.class, () -> barrier.releases().awaitAbandoned(), "told again each time");
                }
            } else {
                left.await();
                assertFalse(barrier.await(CollectiveCall.BARRIER_ALL));
                assertTrue(
                        barrier.mismatch().getMessage().contains("PE 1: free of the block at heap offset 0 at Blocks"));
            }
        });
    }

    @Test
    void shouldNotWaitAtTheEndForAPeThatNeverComes() throws Exception {
        run(2, (pe, barrier) -> {
            if (pe == 1) {
                assertEquals(LeavableBarrier.PENDING, releaseByException(barrier, CollectiveCall.TEAM_DESTROY, 0));
                final FutureTask<ShmemException> end = new FutureTask<>(() -> assertThrows(
                        ShmemException.class, () -> barrier.releases().giveUpAbandoned()));
                assertTrue(Thread.ofPlatform().daemon().start(end).join(Duration.ofSeconds(20)), "it waits for PE 0");
                assertTrue(end.get().getMessage().contains("a barrier that this PE left"), end.get()::getMessage);
            }
        });
    }

    /** A team has many of them in its life, and each may be the one that an exception leaves. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldLookForAnExceptionInEachLongRelease() throws Exception {
        run(2, (pe, barrier) -> {
            for (int i = 0; i < 2; i++) {
                if (pe == 0) {
                    Thread.sleep(LATE_MS);
                }
                assertEquals(0, barrier.releases().release(CollectiveCall.FREE, i, 0, 0));
            }
            if (pe == 1) {
                assertEquals(LeavableBarrier.PENDING, releaseByException(barrier, CollectiveCall.FREE, 2));
                left.countDown();
                awaitCompletion(barrier.releases());
            } else {
                left.await();
                assertEquals(0, barrier.releases().release(CollectiveCall.FREE, 2, 0, 0));
            }
        });
    }

    /** A lock in the block that an exception frees is this PE's own, or another one's. */
    @ParameterizedTest
    @CsvSource({"1, this PE", "0, another PE"})
    void shouldSayWhoHoldsALockInABlockThatWasFreedLate(int vote, String holder) throws Exception {
        run(2, (pe, barrier) -> {
            if (pe == 1) {
                assertEquals(LeavableBarrier.PENDING, releaseByException(barrier, CollectiveCall.FREE, 0, vote));
                left.countDown();
                final String text = assertThrows(ShmemException.class, () -> barrier.await(CollectiveCall.SYNC_ALL))
                        .getMessage();
                assertTrue(text.endsWith("has a lock that " + holder + " holds or waits for"), text);
            } else {
                left.await();
                assertEquals(1, barrier.releases().release(CollectiveCall.FREE, 0, 0, 1 - vote));
            }
        });
    }

    private static void awaitCompletion(LeavableBarrier releases) throws InterruptedException {
        final long start = System.nanoTime();
        while (releases.isAbandonedInProgress() && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(20)) {
            Thread.sleep(1);
        }
        assertFalse(releases.isAbandonedInProgress(), "all abandoned barriers are complete once the others have come");
    }

    private static int releaseByException(TeamBarrier barrier, CollectiveCall call, int argument) {
        return releaseByException(barrier, call, argument, 0);
    }

    private static int releaseByException(TeamBarrier barrier, CollectiveCall call, int argument, int vote) {
        final int[] outcome = new int[1];
        final Blocks blocks = new Blocks(() -> {
            outcome[0] = call == CollectiveCall.SHUTDOWN
                    ? barrier.releases().shutdown(call)
                    : barrier.releases().release(call, argument, 0, vote);
            return true;
        });
        assertThrows(IllegalStateException.class, () -> blocks.inFinally(true));
        return outcome[0];
    }
}
