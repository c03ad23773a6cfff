package org.jshmem.internal.lock;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jshmem.ShmemException;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.RecordingTransport;
import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.transport.Transport;
import org.jshmem.internal.waiting.Progress;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.internal.waiting.WaitStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An error strikes PE 0 while it waits in a lock call, so that other PEs have it in their queue. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LocksTest {
    private static final long HEAP_BYTES = 4096;
    private static final long LOCK = 64;
    private static final long OTHER_LOCK = 128;

    private final NodeLayout layout = new NodeLayout(2, 0);
    private final WaitPoints waitPoints =
            new WaitPoints(Arena.global().allocate(layout.controlEnd(), 4096).address(), layout);
    private final long[] heaps = {heap(), heap()};
    private final CountDownLatch waits = new CountDownLatch(1);
    private final CountDownLatch mayFail = new CountDownLatch(1);
    private final Locks locks = locks(0, new Progress() {
        @Override
        public boolean poll() {
            waits.countDown();
            try {
                mayFail.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            throw new StackOverflowError();
        }

        @Override
        public void yields() {}

        @Override
        public void rest() {}
    });

    private static long heap() {
        return Arena.global().allocate(HEAP_BYTES, 64).address();
    }

    private Locks locks(int pe, Progress progress) {
        final WaitPolicy waitPolicy = WaitPolicy.endless(true).with(progress);
        return new Locks(heaps, null, pe, waitPoints, new WaitStrategy(waitPoints, waitPoints.of(pe), waitPolicy));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseALockWhoseSetAnErrorHasLeft(boolean multiple) {
        mayFail.countDown();
        locks(1, null).set(LOCK, multiple);
        assertThrows(StackOverflowError.class, () -> locks.set(LOCK, multiple));
        assertRefused(multiple);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseALockWhoseClearAnErrorHasLeft(boolean multiple) {
        mayFail.countDown();
        locks.set(LOCK, multiple);
        final int home = new LockWords(heaps, null, 0, waitPoints).home(LOCK);
        Memory.put32(heaps[home] + LOCK + Integer.BYTES, 2); // PE 1 is about to queue behind PE 0
        assertThrows(StackOverflowError.class, () -> locks.clear(LOCK, multiple));
        assertRefused(multiple);
    }

    /** Threads of this PE that are in the lock's queue must not wait for ever. */
    @Test
    void shouldTellThreadsThatQueue() throws Exception {
        locks(1, null).set(LOCK, true);
        try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
            final Future<?> first = threads.submit(() -> locks.set(LOCK, true));
            waits.await();
            final Future<?>[] others = new Future<?>[3];
            for (int i = 0; i < others.length; i++) {
                others[i] = threads.submit(() -> assertBroken(() -> locks.set(LOCK, true)));
            }
            Thread.sleep(50);
            mayFail.countDown();
            assertTrue(assertThrows(Exception.class, first::get).getCause() instanceof StackOverflowError);
            for (Future<?> other : others) {
                other.get();
            }
        }
    }

    /** The lock's tail is on another node. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseALockWhoseTestAnErrorHasLeft(boolean multiple) {
        final int home = new LockWords(heaps, null, 0, waitPoints).home(LOCK);
        final int me = 1 - home;
        final long[] bases = new long[2];
        bases[me] = heaps[me];
        final Transport network = new RecordingTransport() {
            @Override
            public long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
                throw new StackOverflowError();
            }
        };
        final Locks remote = new Locks(
                bases,
                Routes.of(Topology.of(me, new byte[][] {{0}, {1}}), null, network),
                me,
                waitPoints,
                new WaitStrategy(waitPoints, waitPoints.of(me), WaitPolicy.endless(true)));
        assertThrows(StackOverflowError.class, () -> remote.test(LOCK, multiple));
        assertBroken(() -> remote.set(LOCK, multiple));
        assertBroken(() -> remote.test(LOCK, multiple));
        assertBroken(() -> remote.clear(LOCK, multiple));
    }

    /** A thread waits for the one whose clear an error leaves. */
    @Test
    void shouldTellAThreadThatQueuesBehindAClear() throws Exception {
        locks.set(LOCK, true);
        final FutureTask<Void> result = new FutureTask<>(() -> assertBroken(() -> locks.set(LOCK, true)), null);
        final Thread waiter = Thread.ofPlatform().daemon().start(result);
        while (waiter.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        final int home = new LockWords(heaps, null, 0, waitPoints).home(LOCK);
        Memory.put32(heaps[home] + LOCK + Integer.BYTES, 2);
        mayFail.countDown();
        assertThrows(StackOverflowError.class, () -> locks.clear(LOCK, true));
        result.get();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepNothingOfALockThatAnotherPeHolds(boolean multiple) {
        final Locks holder = locks(1, null);
        final Locks other = locks(0, null);
        assertTrue(holder.test(LOCK, multiple));
        assertTrue(holder.owners().anyIn(LOCK, Long.BYTES));
        assertFalse(other.test(LOCK, multiple));
        assertFalse(other.owners().anyIn(LOCK, Long.BYTES));
        assertThrows(IllegalStateException.class, () -> other.clear(LOCK, multiple));
        holder.clear(LOCK, multiple);
        assertTrue(other.test(LOCK, multiple));
        other.clear(LOCK, multiple);
    }

    /** The program may repair the lock's words, and clear it then. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldHoldALockWhoseClearWasRefused(boolean multiple) {
        final Locks other = locks(1, null);
        other.set(LOCK, multiple);
        final int node = Memory.get32(heaps[1] + LOCK);
        Memory.put32(heaps[1] + LOCK, 2000);
        assertThrows(IllegalStateException.class, () -> other.clear(LOCK, multiple));
        assertTrue(other.owners().anyIn(LOCK, Long.BYTES), "the lock must not be freed");
        Memory.put32(heaps[1] + LOCK, node);
        other.clear(LOCK, multiple);
        assertFalse(other.owners().anyIn(LOCK, Long.BYTES));
    }

    private void assertRefused(boolean multiple) {
        for (int i = 0; i < 2; i++) {
            assertBroken(() -> locks.set(LOCK, multiple));
            assertBroken(() -> locks.test(LOCK, multiple));
            assertBroken(() -> locks.clear(LOCK, multiple));
        }
        assertTrue(locks.owners().anyIn(0, HEAP_BYTES), "the lock must not be freed");
        assertTrue(locks.test(OTHER_LOCK, multiple), "another lock");
        locks.clear(OTHER_LOCK, multiple);
        assertFalse(locks.owners().anyIn(OTHER_LOCK, Long.BYTES));
    }

    private static void assertBroken(Runnable call) {
        final String message = assertThrows(ShmemException.class, call::run).getMessage();
        assertTrue(message.contains("heap offset 64 cannot be used any more"), message);
        assertTrue(message.contains("java.lang.StackOverflowError"), message);
    }
}
