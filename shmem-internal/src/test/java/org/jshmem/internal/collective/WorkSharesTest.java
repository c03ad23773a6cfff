package org.jshmem.internal.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.ThreadJob;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkSharesTest {
    private static final int PIECES = 200_000;

    @Test
    void shouldGiveEachPieceToOnePe() throws Exception {
        final AtomicIntegerArray taken = new AtomicIntegerArray(PIECES);
        ThreadJob.run(new int[] {0, 0, 0}, true, false, 4096, (pe, teams, heaps) -> {
            final Team team = teams.world();
            final WorkShares shares = new WorkShares(team);
            shares.reset();
            team.sync(CollectiveCall.TEAM_SYNC);
            for (int piece = shares.next(1, PIECES); piece < PIECES; piece = shares.next(1, PIECES)) {
                taken.incrementAndGet(piece);
            }
        });
        for (int piece = 0; piece < PIECES; piece++) {
            assertEquals(1, taken.get(piece), "PEs that did piece " + piece);
        }
    }
}
