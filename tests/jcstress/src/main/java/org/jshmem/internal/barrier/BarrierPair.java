package org.jshmem.internal.barrier;

import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.stress.Cells;

/** Two PEs that each store plainly, pass a barrier, and look at what the other has stored; three times in a row. */
final class BarrierPair {
    /** How often a PE sees what the other has stored, if it always does. */
    static final String ALWAYS = "3, 3";

    private static final int ROUNDS = 3;
    private static final long HEADER_BYTES = 256;
    private static final long WAIT_POINT_BYTES = 128;
    private static final long AREA = 1024;
    private static final long BYTES = 4096;

    private final long control = Cells.take(BYTES);
    private final TeamBarrier first;
    private final TeamBarrier second;
    private int x;
    private int y;

    /** How PEs hear of one another. */
    enum Way {
        LINES,
        COUNTER,
        GROUPS
    }

    BarrierPair(Way way) {
        first = barrier(0, way);
        second = barrier(1, way);
    }

    private TeamBarrier barrier(int pe, Way way) {
        final long own = control + HEADER_BYTES;
        final WaitPoints waitPoints = new WaitPoints(control, new long[] {own, own + WAIT_POINT_BYTES});
        final TeamArea area = new TeamArea(control + AREA, 2);
        final BarrierLines lines = new BarrierLines(area, new int[] {0, 1}, pe);
        final WaitPolicy waitPolicy = WaitPolicy.endless(false);
        return way == Way.GROUPS
                ? TeamBarrier.inGroups(area, lines, waitPoints, waitPolicy)
                : TeamBarrier.onOneNode(area, lines, way == Way.COUNTER, waitPoints, waitPolicy);
    }

    /** The first PE; how often it has seen the other's store. */
    int first() {
        int seen = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            x = round;
            first.await(CollectiveCall.BARRIER_ALL);
            seen += y == round ? 1 : 0;
            first.await(CollectiveCall.BARRIER_ALL);
        }
        return seen;
    }

    /** The second PE; how often it has seen the other's store. */
    int second() {
        int seen = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            y = round;
            second.await(CollectiveCall.BARRIER_ALL);
            seen += x == round ? 1 : 0;
            second.await(CollectiveCall.BARRIER_ALL);
        }
        return seen;
    }
}
