package org.jshmem.internal.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.heap.Memory;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Virtual threads that wait at one wait point, and two threads that wake them; naps last for an hour, so that a lost
 * wake-up is a time-out.
 */
class VirtualThreadWaitersTest {
    private static final int SLEEPERS = 20;
    private static final int ROUNDS = 5_000;
    private static final long SEED = System.nanoTime();
    private static final long WAIT_POINT = 256;
    private static final long WORDS = 512;
    private static final long LINE = 128;

    private final Arena arena = Arena.ofShared();
    private final long memory = arena.allocate(WORDS + 2 * SLEEPERS * LINE, 128).address();
    private final WaitPoints waitPoints = new WaitPoints(memory, new long[] {memory + WAIT_POINT});
    private final NapIntervals naps = NapIntervals.of(TimeUnit.HOURS.toNanos(1));

    private long word(int sleeper) {
        return memory + WORDS + 2L * sleeper * LINE;
    }

    private long answer(int sleeper) {
        return word(sleeper) + LINE;
    }

    /** Waits for every round, as {@link WaitStrategy} does: add, look, await. */
    private int sleep(int sleeper) {
        final VirtualThreadWaiters virtual = waitPoints.virtualThreadWaiters(waitPoints.of(0), naps);
        int round = 1;
        while (round <= ROUNDS) {
            virtual.add(Thread.currentThread());
            if (Memory.get64Acquire(word(sleeper)) >= round) {
                Memory.put64Release(answer(sleeper), round);
                round++;
            } else {
                virtual.await(Thread.currentThread());
            }
        }
        return ROUNDS;
    }

    /**
     * Stores round after round for every second sleeper, as soon as each has answered, and wakes by an atomic or by a
     * quiet.
     */
    private int wake(int first) {
        final SplittableRandom random = new SplittableRandom(SEED + first);
        for (int round = 1; round <= ROUNDS; round++) {
            for (int sleeper = first; sleeper < SLEEPERS; sleeper += 2) {
                while (Memory.get64Acquire(answer(sleeper)) < round - 1) {
                    Thread.yield();
                }
                if (random.nextBoolean()) {
                    Memory.getAndSet64Volatile(word(sleeper), round);
                    WaitPoints.wake(waitPoints.of(0));
                } else {
                    Memory.put64(word(sleeper), round);
                    VarHandle.fullFence();
                    waitPoints.wakeAll();
                }
            }
        }
        return ROUNDS;
    }

    @Test
    @Timeout(120)
    @Tag(QuickFilter.FULL)
    void shouldLoseNoWakeUp() throws Exception {
        try (var virtualThreads = Executors.newVirtualThreadPerTaskExecutor();
                var wakers = Executors.newFixedThreadPool(2)) {
            final List<Future<Integer>> all = new ArrayList<>();
            for (int i = 0; i < SLEEPERS; i++) {
                final int sleeper = i;
                all.add(virtualThreads.submit(() -> sleep(sleeper)));
            }
            all.add(wakers.submit(() -> wake(0)));
            all.add(wakers.submit(() -> wake(1)));
            for (Future<Integer> one : all) {
                assertEquals(ROUNDS, one.get(), "rounds; seed " + SEED);
            }
        } finally {
            waitPoints.end();
            arena.close();
        }
    }

    /** Without naps every round of the agent ends with an exception, often just when a thread comes. */
    @Test
    @Timeout(60)
    void shouldWakeThreadsThoughTheAgentFails() throws InterruptedException {
        final VirtualThreadWaiters virtual = waitPoints.virtualThreadWaiters(waitPoints.of(0), null);
        for (int i = 0; i < 20; i++) {
            final Thread waiter = Thread.startVirtualThread(() -> {
                virtual.add(Thread.currentThread());
                virtual.await(Thread.currentThread());
            });
            assertTrue(waiter.join(Duration.ofSeconds(20)), "a thread that is never woken, number " + i);
        }
        waitPoints.end();
        arena.close();
    }

    /** More of them than there are carriers; they stay interrupted. */
    @Test
    @Timeout(60)
    void shouldLetOthersRunWhileInterruptedThreadsWait() throws InterruptedException {
        final VirtualThreadWaiters virtual = waitPoints.virtualThreadWaiters(waitPoints.of(0), NapIntervals.of(false));
        final int count = 2 * Runtime.getRuntime().availableProcessors();
        final AtomicInteger interrupted = new AtomicInteger();
        final AtomicBoolean isOver = new AtomicBoolean();
        final List<Thread> waiters = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            waiters.add(Thread.startVirtualThread(() -> {
                Thread.currentThread().interrupt();
                while (!isOver.get()) {
                    virtual.add(Thread.currentThread());
                    virtual.await(Thread.currentThread());
                }
                interrupted.addAndGet(Thread.interrupted() ? 1 : 0);
            }));
        }
        final Thread other = Thread.startVirtualThread(() -> isOver.set(true));
        final boolean hasRun = other.join(Duration.ofSeconds(20));
        isOver.set(true);
        for (Thread waiter : waiters) {
            waiter.join();
        }
        assertTrue(hasRun);
        assertEquals(count, interrupted.get());
        waitPoints.end();
        arena.close();
    }

    @Test
    @Timeout(60)
    void shouldEndWhileAThreadWaits() throws InterruptedException {
        final Set<Thread> earlier = Thread.getAllStackTraces().keySet();
        final AtomicBoolean isInterrupted = new AtomicBoolean();
        final VirtualThreadWaiters virtual = waitPoints.virtualThreadWaiters(waitPoints.of(0), NapIntervals.of(false));
        final Thread waiter = Thread.startVirtualThread(() -> {
            virtual.add(Thread.currentThread());
            virtual.await(Thread.currentThread());
            isInterrupted.set(Thread.currentThread().isInterrupted());
        });
        waiter.join();
        assertFalse(isInterrupted.get(), "a thread that nobody has interrupted");
        waitPoints.end();
        final Set<Thread> left = new HashSet<>(Thread.getAllStackTraces().keySet());
        left.removeAll(earlier);
        assertTrue(left.stream().noneMatch(thread -> thread.getName().equals("jshmem-virtual-waits")), "the agent");
        final Thread late = Thread.startVirtualThread(() -> {
            virtual.add(Thread.currentThread());
            virtual.await(Thread.currentThread());
        });
        late.join();
        assertEquals(Thread.State.TERMINATED, late.getState(), "a thread that comes after the end starts no agent");
        arena.close();
    }

    /** They park again and again until they see that the library has ended, as those of a block that is left early. */
    @Test
    @Timeout(60)
    void shouldEndAllThatStillWait() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            final WaitPoints some = new WaitPoints(memory, new long[] {memory + WAIT_POINT});
            final VirtualThreadWaiters virtual = some.virtualThreadWaiters(some.of(0), NapIntervals.of(false));
            final AtomicBoolean hasEnded = new AtomicBoolean();
            final List<Thread> waiters = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                waiters.add(Thread.startVirtualThread(() -> {
                    while (!hasEnded.get()) {
                        virtual.add(Thread.currentThread());
                        virtual.await(Thread.currentThread());
                    }
                }));
            }
            Thread.sleep(round);
            hasEnded.set(true);
            some.end();
            for (Thread waiter : waiters) {
                waiter.join();
            }
        }
        arena.close();
    }
}
