package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.testing.QuickFilter;

/** No PE passes a barrier before all have come, and their plain stores are visible after it. */
final class RoundCheck {
    /** Keeps the words of PEs on different cache lines. */
    private static final int STRIDE = 16;

    private final int pes;
    private final int rounds;
    private final long[] arrived;

    RoundCheck(int pes, int rounds) {
        this.pes = pes;
        this.rounds = rounds(rounds);
        this.arrived = new long[pes * STRIDE];
    }

    /**
     * How often a barrier is tried in this build, if it is so often in a full one: a quick one does an eighth of that.
     */
    static int rounds(int full) {
        return QuickFilter.isQuick() ? Math.max(3, full / 8) : full;
    }

    /** What each PE does. */
    void run(int pe, TeamBarrier barrier) {
        for (int round = 1; round <= rounds; round++) {
            arrived[pe * STRIDE] = round;
            assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
            for (int other = 0; other < pes; other++) {
                assertEquals(round, arrived[other * STRIDE], "plain stores must be visible after the barrier");
            }
            assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
        }
    }
}
