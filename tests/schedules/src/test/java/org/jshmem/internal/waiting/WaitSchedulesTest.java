package org.jshmem.internal.waiting;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.schedules.Schedules;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Waits at the wait points of a node: a wake-up after a store is never lost. */
class WaitSchedulesTest {
    private static final int ROUNDS = 3;

    private final Arena arena = Arena.ofAuto();

    /** Each PE waits for the value of its neighbour, and then passes it on; several wake one point at a time. */
    @ParameterizedTest
    @CsvSource({"2, false", "3, false", "2, true", "3, true", "4, true"})
    void shouldWakeWhoeverSleeps(int pes, boolean atOnce) {
        final NodeLayout layout = new NodeLayout(pes, 0);
        final long control = arena.allocate(layout.controlEnd(), 4096).address();
        final long words = arena.allocate(64L * pes, 64).address();
        Schedules.explore(pes, () -> {
            Memory.clear(control, layout.controlEnd());
            Memory.clear(words, 64L * pes);
            final WaitPoints waitPoints = new WaitPoints(control, layout);
            final List<Schedules.Body> tasks = new ArrayList<>();
            for (int i = 0; i < pes; i++) {
                final int pe = i;
                final WaitStrategy waits =
                        new WaitStrategy(waitPoints, waitPoints.of(pe), new WaitPolicy(1, null, null, null));
                tasks.add(() -> {
                    for (int round = 1; round <= ROUNDS; round++) {
                        if (pe == 0) {
                            wakeOthers(waitPoints, words, pes, round, atOnce);
                            await(waits, words, (long) round * (pes - 1));
                        } else {
                            await(waits, words + 64L * pe, round);
                            Memory.getAndAdd64Volatile(words, 1);
                            WaitPoints.wake(waitPoints.of(0));
                        }
                    }
                });
            }
            return tasks;
        });
    }

    /** PE 0 lets the others go on, one wake-up for all or one for each, and the others, together, let PE 0 go on. */
    private static void wakeOthers(WaitPoints waitPoints, long words, int pes, int round, boolean atOnce) {
        for (int pe = 1; pe < pes; pe++) {
            Memory.put64Release(words + 64L * pe, round);
            if (!atOnce) {
                Memory.fullFence();
                WaitPoints.wake(waitPoints.of(pe));
            }
        }
        if (atOnce) {
            Memory.fullFence();
            waitPoints.wakeAll();
        }
    }

    private static void await(WaitStrategy waits, long word, long value) {
        long turn = 0;
        while (Memory.get64Acquire(word) < value) {
            turn = waits.pause(turn, _ -> "a value", 0);
        }
    }
}
