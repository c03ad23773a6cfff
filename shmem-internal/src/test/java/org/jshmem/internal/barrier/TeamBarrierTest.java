package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jshmem.ShmemException;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.waiting.Progress;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.testing.PeThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Threads stand in for PEs: each has its own {@link TeamBarrier} over the same control memory. They count their
 * arrivals, or look at the lines of all others.
 */
@ParameterizedClass(name = "counted: {0}")
@ValueSource(booleans = {false, true})
class TeamBarrierTest {
    private final boolean isCounted;

    TeamBarrierTest(boolean isCounted) {
        this.isCounted = isCounted;
    }

    interface Pe {
        void run(int pe, TeamBarrier barrier) throws Exception;
    }

    private void run(int pes, boolean crowded, Pe body) throws Exception {
        run(isCounted, pes, crowded, body);
    }

    static void run(boolean isCounted, int pes, boolean crowded, Pe body) throws Exception {
        run(isCounted, pes, WaitPolicy.endless(crowded), body);
    }

    /**
     * Runs the PEs of one node. Its memory stays, as PEs and the threads that complete abandoned barriers may still use
     * it when a test has failed.
     */
    static void run(boolean isCounted, int pes, WaitPolicy waitPolicy, Pe body) throws Exception {
        final NodeLayout layout = new NodeLayout(pes, 0);
        final long control = Arena.global().allocate(layout.controlEnd(), 4096).address();
        final int[] all = IntStream.range(0, pes).toArray();
        final TeamArea area = new TeamArea(control + layout.worldOffset(), pes);
        PeThreads.run(
                pes,
                pe -> body.run(
                        pe,
                        TeamBarrier.onOneNode(
                                area,
                                new BarrierLines(area, all, pe),
                                isCounted,
                                new WaitPoints(control, layout),
                                waitPolicy)));
    }

    /**
     * With the number of the barrier that was left, or of the next, the other would wait for ever or mix up two calls.
     */
    @Test
    @Timeout(30)
    void shouldNotSynchronizeAgainAfterAnError() {
        final NodeLayout layout = new NodeLayout(2, 0);
        try (Arena arena = Arena.ofShared()) {
            final long control = arena.allocate(layout.controlEnd(), 4096).address();
            final Progress overflow = new Progress() {
                @Override
                public boolean poll() {
                    throw new StackOverflowError();
                }

                @Override
                public void yields() {}

                @Override
                public void rest() {}
            };
            final TeamArea area = new TeamArea(control + layout.worldOffset(), 2);
            final TeamBarrier barrier = TeamBarrier.onOneNode(
                    area,
                    new BarrierLines(area, new int[] {0, 1}, 0),
                    isCounted,
                    new WaitPoints(control, layout),
                    WaitPolicy.endless(true).with(overflow));
            barrier.begin();
            assertThrows(StackOverflowError.class, () -> barrier.await(CollectiveCall.BARRIER_ALL));
            final ShmemException e = assertThrows(ShmemException.class, barrier::begin);
            assertTrue(e.getMessage().contains("StackOverflowError"), e.getMessage());
        }
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, false", "2, true", "3, true", "8, true"})
    void shouldLetNobodyPassBeforeAllHaveCome(int pes, boolean crowded) throws Exception {
        final RoundCheck check = new RoundCheck(pes, 20_000 / (pes * pes));
        run(pes, crowded, check::run);
    }

    @Test
    @Timeout(20)
    void shouldFailAtOnceWhenAPeFails() {
        final Exception thrown = assertThrows(
                IllegalStateException.class,
                () -> run(3, true, (pe, barrier) -> {
                    if (pe == 1) {
                        throw new IllegalStateException("no luck");
                    }
                    barrier.await(CollectiveCall.BARRIER_ALL);
                }));
        assertEquals("no luck", thrown.getMessage());
    }

    @Test
    void shouldTellEveryoneOfADifferentCall() throws Exception {
        run(3, true, (pe, barrier) -> {
            assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
            final boolean same = pe == 1
                    ? barrier.await(CollectiveCall.MALLOC, 64, 8, 0)
                    : barrier.await(CollectiveCall.BARRIER_ALL);
            assertTrue(!same, "PE " + pe + " should have been told");
            final String text = barrier.mismatch().getMessage();
            assertTrue(text.contains("PE 0: barrierAll()") && text.contains("PE 1: malloc of 64 bytes"), text);
            assertTrue(barrier.await(CollectiveCall.BARRIER_ALL), "and can go on");
        });
    }

    @Test
    void shouldTellEveryoneOfADifferentArgument() throws Exception {
        run(3, true, (pe, barrier) -> {
            assertEquals(-1, barrier.exchange(CollectiveCall.MALLOC, pe == 2 ? 128 : 64, 0, 0, 0));
            assertTrue(barrier.mismatch().getMessage().contains("PE 2: malloc of 128 bytes"));
            assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
        });
    }

    @Test
    void shouldCountOneVoteAgainst() throws Exception {
        run(3, true, (pe, barrier) -> {
            assertEquals(0, barrier.exchange(CollectiveCall.MALLOC, 64, 0, 0, 0));
            assertEquals(1, barrier.exchange(CollectiveCall.MALLOC, 64, 0, 0, pe == 2 ? 1 : 0));
            assertEquals(0, barrier.exchange(CollectiveCall.MALLOC, 64, 0, 0, 0));
        });
    }

    /** It is calculated once, from what all have brought, and is not there after a barrier that did not ask for it. */
    @Test
    void shouldCombineForAll() throws Exception {
        final AtomicInteger combined = new AtomicInteger();
        run(3, true, (pe, barrier) -> {
            for (long round = 1; round <= 1000; round++) {
                Memory.put64(barrier.payloads().mine(), round + pe);
                barrier.payloads().combine((from, to) -> {
                    long sum = 0;
                    for (int i = 0; i < from.count(); i++) {
                        sum += Memory.get64(from.of(i));
                    }
                    combined.incrementAndGet();
                    Memory.put64(to, sum);
                });
                assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
                assertEquals(isCounted, barrier.payloads().combined() != 0);
                if (isCounted) {
                    assertEquals(3 * round + 3, Memory.get64(barrier.payloads().combined()));
                }
            }
            assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
            assertEquals(0, barrier.payloads().combined());
        });
        assertEquals(isCounted ? 1000 : 0, combined.get());
    }

    /** PE 0 of two has come, and then PE 1. */
    @Test
    void shouldDescribeWhatItWaitsFor() {
        final NodeLayout layout = new NodeLayout(2, 0);
        final long control = Arena.ofAuto().allocate(layout.controlEnd(), 4096).address();
        final TeamArea area = new TeamArea(control + layout.worldOffset(), 2);
        final TeamBarrier[] barriers = IntStream.range(0, 2)
                .mapToObj(pe -> TeamBarrier.onOneNode(
                        area,
                        new BarrierLines(area, new int[] {4, 7}, pe),
                        isCounted,
                        new WaitPoints(control, layout),
                        WaitPolicy.endless(true)))
                .toArray(TeamBarrier[]::new);
        barriers[0].split().start(CollectiveCall.BARRIER_ALL, 0, 0);
        assertEquals(1, barriers[0].number());
        assertEquals("PE 7", barriers[0].missing());
        assertEquals("PE 7 to come to barrierAll()", barriers[0].describe(1));
        assertTrue(barriers[1].isMissed(CollectiveCall.ANY, pe -> pe == 4));
        assertFalse(barriers[1].isMissed(CollectiveCall.ANY, pe -> pe == 7));
        assertFalse(barriers[1].isMissed(CollectiveCall.BARRIER_ALL, pe -> true));
        barriers[1].split().start(CollectiveCall.BARRIER_ALL, 0, 0);
        assertEquals(TeamBarrier.NOBODY, barriers[0].missing());
        assertEquals("the last PE to come to end barrierAll()", barriers[0].describe(1));
        for (TeamBarrier barrier : barriers) {
            assertTrue(barrier.split().hasEnded());
            assertTrue(barrier.split().finish());
        }
        assertFalse(barriers[0].isMissed(CollectiveCall.ANY, pe -> true));
    }

    @Test
    void shouldNamePlacesOfDifferentCalls() throws Exception {
        run(2, true, (pe, barrier) -> {
            barrier.calledFrom(() -> "Main.java:" + (pe + 7));
            assertFalse(barrier.await(pe == 0 ? CollectiveCall.SYNC_ALL : CollectiveCall.BARRIER_ALL));
            assertEquals(
                    List.of(
                            "the PEs are calling different collectives:",
                            "  PE 0: syncAll() at Main.java:7",
                            "  PE 1: barrierAll() at Main.java:8"),
                    barrier.mismatch().getMessage().lines().toList());
        });
    }
}
