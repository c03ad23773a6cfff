package org.jshmem.internal.sync;

import org.jshmem.heap.NodeLayout;
import org.jshmem.stress.Cells;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** What each of two PEs stored plainly before a barrier, the other sees after it; three times in a row. */
@JCStressTest
@Outcome(id = "3, 3", expect = Expect.ACCEPTABLE, desc = "each saw all that the other stored")
@State
public class TeamBarrierStress {
    private static final int ROUNDS = 3;
    private static final long HEADER_BYTES = 256;
    private static final long WAIT_POINT_BYTES = 128;
    private static final long SLOTS = 1024;
    private static final long BYTES = 4096;

    private final long control = Cells.take(BYTES);
    private final TeamBarrier first = barrier(0);
    private final TeamBarrier second = barrier(1);
    private int x;
    private int y;

    private TeamBarrier barrier(int pe) {
        final long first = control + HEADER_BYTES;
        final WaitPoints waitPoints = new WaitPoints(control, new long[] {first, first + WAIT_POINT_BYTES});
        final long[] slots = {control + SLOTS, control + SLOTS + NodeLayout.SLOT_BYTES};
        return new TeamBarrier(slots, new int[] {0, 1}, pe, 0, null, null, waitPoints, WaitPolicy.endless(false));
    }

    @Actor
    public void first(II_Result result) {
        for (int round = 1; round <= ROUNDS; round++) {
            x = round;
            first.await(CollectiveCall.BARRIER_ALL);
            result.r1 += y == round ? 1 : 0;
            first.await(CollectiveCall.BARRIER_ALL);
        }
    }

    @Actor
    public void second(II_Result result) {
        for (int round = 1; round <= ROUNDS; round++) {
            y = round;
            second.await(CollectiveCall.BARRIER_ALL);
            result.r2 += x == round ? 1 : 0;
            second.await(CollectiveCall.BARRIER_ALL);
        }
    }
}
