package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.schedules.Schedules;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The barrier of a node: nobody passes early, payloads are those of this barrier, and nobody sleeps for ever. */
class BarrierSchedulesTest {
    private static final int ROUNDS = 4;

    private final Arena arena = Arena.ofAuto();

    /** How a PE learns that all have come. */
    enum Form {
        LOOKS,
        COUNTED,
        GROUPS;

        TeamBarrier of(TeamArea area, BarrierLines lines, WaitPoints waitPoints) {
            final WaitPolicy policy = new WaitPolicy(1, null, null, null);
            return this == GROUPS
                    ? TeamBarrier.inGroups(area, lines, waitPoints, policy)
                    : TeamBarrier.onOneNode(area, lines, this == COUNTED, waitPoints, policy);
        }
    }

    @FunctionalInterface
    private interface Pe {
        void run(int pe, TeamBarrier barrier);
    }

    private void explore(int pes, Form form, Pe body) {
        final NodeLayout layout = new NodeLayout(pes, 0);
        final long control = arena.allocate(layout.controlEnd(), 4096).address();
        final int[] all = IntStream.range(0, pes).toArray();
        Schedules.explore(pes, () -> {
            Memory.clear(control, layout.controlEnd());
            final TeamArea area = new TeamArea(control + layout.worldOffset(), pes);
            final List<Schedules.Body> tasks = new ArrayList<>();
            for (int i = 0; i < pes; i++) {
                final int pe = i;
                tasks.add(() ->
                        body.run(pe, form.of(area, new BarrierLines(area, all, pe), new WaitPoints(control, layout))));
            }
            return tasks;
        });
    }

    @ParameterizedTest
    @CsvSource({"2, LOOKS", "3, LOOKS", "4, LOOKS", "2, COUNTED", "3, COUNTED", "3, GROUPS", "10, GROUPS"})
    void shouldLetNobodyPassBeforeAllHaveCome(int pes, Form form) {
        final long arrived = arena.allocate(8L * pes, 8).address();
        explore(pes, form, (pe, barrier) -> {
            Memory.put64(arrived + 8L * pe, 0);
            assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
            for (int round = 1; round <= ROUNDS; round++) {
                Memory.put64(arrived + 8L * pe, round);
                assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
                for (int other = 0; other < pes; other++) {
                    final long seen = Memory.get64(arrived + 8L * other);
                    assertTrue(seen == round || seen == round + 1, "PE " + other + " is in round " + seen);
                }
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"2, LOOKS", "3, LOOKS", "2, COUNTED", "3, COUNTED", "3, GROUPS", "10, GROUPS"})
    void shouldBringTheValuesOfThisBarrier(int pes, Form form) {
        explore(pes, form, (pe, barrier) -> {
            for (int round = 1; round <= ROUNDS; round++) {
                final BarrierPayloads payloads = barrier.payloads();
                Memory.put64(payloads.mine(), 100 * round + pe);
                assertEquals(0, barrier.exchange(CollectiveCall.BARRIER_ALL, round, 0, 0, 0));
                for (int other = 0; other < pes; other++) {
                    assertEquals(100 * round + other, Memory.get64(payloads.of(other)));
                }
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"2, LOOKS", "3, LOOKS", "2, COUNTED", "3, COUNTED", "3, GROUPS", "10, GROUPS"})
    void shouldTellAllOfVotesAndOfOtherCalls(int pes, Form form) {
        explore(pes, form, (pe, barrier) -> {
            for (int round = 0; round < ROUNDS; round++) {
                final int no = round % pes;
                assertEquals(1, barrier.exchange(CollectiveCall.BARRIER_ALL, 0, 0, 0, pe == no ? 1 : 0));
                final int calls = pe == no ? 1 : 2;
                assertEquals(-1, barrier.exchange(CollectiveCall.MALLOC, calls, 0, 0, 0));
                assertTrue(barrier.mismatch().getMessage().contains("PE " + no + ": malloc of 1 bytes"));
            }
        });
    }

    /** PEs that arrive, ask, and finish later, and others that wait at once. */
    @ParameterizedTest
    @CsvSource({"2, LOOKS", "3, LOOKS", "2, COUNTED", "3, COUNTED", "4, COUNTED"})
    void shouldBringTheValuesOfABarrierInTwoSteps(int pes, Form form) {
        explore(pes, form, (pe, barrier) -> {
            final BarrierPayloads payloads = barrier.payloads();
            for (int round = 1; round <= ROUNDS; round++) {
                barrier.begin();
                payloads.bringWord(100L * round + pe);
                if ((round + pe) % 3 == 0) {
                    assertTrue(barrier.await(CollectiveCall.TEAM_SYNC));
                } else {
                    final SplitBarrier split = barrier.split();
                    split.start(CollectiveCall.TEAM_SYNC, 0, 0);
                    split.hasEnded();
                    assertTrue(split.finish());
                    assertTrue(split.hasEnded());
                }
                for (int other = 0; other < pes; other++) {
                    assertEquals(100L * round + other, Memory.get64(payloads.of(other)));
                }
                barrier.end();
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"2, LOOKS", "3, LOOKS", "2, COUNTED", "3, COUNTED"})
    void shouldTellOfOtherCallsInTwoSteps(int pes, Form form) {
        explore(pes, form, (pe, barrier) -> {
            for (int round = 0; round < ROUNDS; round++) {
                final int other = round % pes;
                barrier.split().start(CollectiveCall.BROADCAST_VALUE, pe == other ? 1 : 0, 3);
                assertFalse(barrier.split().finish());
                assertTrue(
                        barrier.mismatch().getMessage().contains("PE " + other + ": broadcast of one long from PE 1"));
            }
        });
    }
}
