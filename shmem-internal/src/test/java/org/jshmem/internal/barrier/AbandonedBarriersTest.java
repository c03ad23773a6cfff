package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.jshmem.ShmemException;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.testing.StandardError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AbandonedBarriersTest {
    private final AbandonedBarriers abandoned = new AbandonedBarriers();

    @Test
    void shouldRunTasksInTheirOrderInAThreadOfItsOwn() {
        final List<String> done = new ArrayList<>();
        final CountDownLatch added = new CountDownLatch(1);
        for (int i = 0; i < 3; i++) {
            final int task = i;
            abandoned.add(() -> {
                awaitQuietly(added);
                abandoned.await(); // does not wait for itself
                done.add(task + " " + abandoned.isOwnThread() + " " + LeavableBarrier.isCompletingAbandoned());
            });
        }
        assertTrue(abandoned.isAtWork() && abandoned.isPending());
        assertFalse(abandoned.isOwnThread() || LeavableBarrier.isCompletingAbandoned());
        added.countDown();
        abandoned.await();
        assertEquals(List.of("0 true true", "1 true true", "2 true true"), done);
        assertFalse(abandoned.isAtWork() || abandoned.isPending());
        abandoned.await();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldTellOfAFailureAndRunNothingMore() {
        final ShmemException known = new ShmemException("known");
        abandoned.add(() -> {
            throw known;
        });
        for (int i = 0; i < 2; i++) {
            final ShmemException thrown = assertThrows(ShmemException.class, abandoned::await);
            assertEquals("known", thrown.getMessage());
            assertSame(known, thrown.getCause());
        }
        assertTrue(abandoned.isPending());
        assertFalse(abandoned.isAtWork());
        final AtomicBoolean hasRun = new AtomicBoolean();
        abandoned.add(() -> hasRun.set(true));
        assertThrows(ShmemException.class, abandoned::await);
        assertFalse(hasRun.get());
    }

    @Test
    void shouldSayThatABarrierFailed() {
        final Error cause = new StackOverflowError("deep");
        abandoned.add(() -> {
            throw cause;
        });
        final ShmemException thrown = assertThrows(ShmemException.class, abandoned::await);
        assertEquals(
                "a barrier that this PE left because of an exception failed: java.lang.StackOverflowError: deep",
                thrown.getMessage());
        assertSame(cause, thrown.getCause().getCause());
    }

    /** PEs 0 and 1 of three have come. */
    @Test
    void shouldGiveNoticeOfALongWait() {
        final NodeLayout layout = new NodeLayout(3, 0);
        final long control = Arena.ofAuto().allocate(layout.controlEnd(), 4096).address();
        final TeamArea area = new TeamArea(control + layout.worldOffset(), 3);
        final TeamBarrier[] barriers = IntStream.range(0, 2)
                .mapToObj(pe -> TeamBarrier.onOneNode(
                        area,
                        new BarrierLines(area, new int[] {0, 1, 2}, pe),
                        false,
                        new WaitPoints(control, layout),
                        WaitPolicy.endless(true)))
                .toArray(TeamBarrier[]::new);
        for (TeamBarrier barrier : barriers) {
            barrier.split().start(CollectiveCall.SHUTDOWN, 0, 0);
        }
        assertEquals(
                "jshmem: PE 1 has left its block between init() and shutdown() by an exception; PE 2 has not for 77"
                        + " seconds, and the job fails when PE 1 ends\n",
                StandardError.of(() -> barriers[1].releases().giveNotice(77, true)));
        assertEquals(
                "jshmem: PE 0 has waited in shutdown() for PE 2 for 77 seconds; SHMEM_TIMEOUT=60 would show what each"
                        + " PE does, and end the job\n",
                StandardError.of(() -> barriers[0].releases().giveNotice(77, false)));
        assertEquals("", StandardError.of(() -> barriers[1].releases().giveNotice(77, false)), "PE 0 says it");
    }
}
