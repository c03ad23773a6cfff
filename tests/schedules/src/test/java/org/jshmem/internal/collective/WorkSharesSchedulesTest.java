package org.jshmem.internal.collective;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.team.ScheduledJob;
import org.jshmem.internal.team.Team;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Work that the PEs of a node take from one another: each piece is done once, by whoever takes it. */
class WorkSharesSchedulesTest {
    private static final int PIECES = 3;
    private static final int ROUNDS = 2;

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void shouldGiveEachPieceToOnePe(int pes) {
        final int[][] taken = new int[ROUNDS][pes * PIECES];
        ScheduledJob.explore(new int[pes], false, (pe, teams) -> {
            final Team world = teams.world();
            final WorkShares shares = new WorkShares(world);
            for (int[] ofRound : taken) {
                shares.reset();
                for (int piece = 0; piece < PIECES; piece++) {
                    ofRound[pe * PIECES + piece] = 0;
                }
                world.sync(CollectiveCall.SYNC_ALL);
                for (int i = 0; i < pes; i++) {
                    final int owner = (pe + i) % pes;
                    for (int p = shares.next(owner, PIECES); p < PIECES; p = shares.next(owner, PIECES)) {
                        ofRound[owner * PIECES + p]++;
                    }
                }
                world.sync(CollectiveCall.SYNC_ALL);
                for (int times : ofRound) {
                    assertTrue(times == 1, "a piece is done " + times + " times");
                }
            }
        });
    }
}
