package org.jshmem.internal.team;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jshmem.internal.barrier.TeamBarrier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How PEs synchronize, by how many there are on how many nodes. */
@Timeout(60)
class BarrierKindsTest {
    /**
     * PEs that are dealt to nodes in turn.
     *
     * @param isCounted whether they count their arrivals
     * @param isLed whether one of them finds the outcome for others
     * @param isSplit whether they can start and go on
     */
    @ParameterizedTest
    @CsvSource({
        "1, 1, true, false, false, true",
        "2, 1, false, false, false, true",
        "2, 1, true, false, false, true",
        "3, 1, false, false, false, true",
        "3, 1, true, true, false, true",
        "8, 1, false, false, false, true",
        "9, 1, false, false, true, false",
        "9, 1, true, true, false, true",
        "2, 2, true, false, true, true",
        "8, 8, true, false, true, true",
        "9, 9, true, false, true, false",
        "3, 2, true, false, true, false",
    })
    void shouldDependOnTheShapeOfTheTeam(
            int pes, int nodes, boolean isCrowded, boolean isCounted, boolean isLed, boolean isSplit) throws Exception {
        final int[] nodeOf = IntStream.range(0, pes).map(pe -> pe % nodes).toArray();
        ThreadJob.run(nodeOf, true, isCrowded, 4096, (pe, teams, heaps) -> {
            final TeamBarrier barrier = teams.world().barrier();
            final String what = Arrays.toString(nodeOf);
            assertEquals(isCounted, barrier.payloads().isCounted(), what);
            assertEquals(isLed, barrier.payloads().isLed(), what);
            final boolean leads = pe < nodes;
            assertEquals(isSplit && (nodes == 1 || leads), barrier.split().isPossible(), what);
            final boolean carries = nodes > 1 && nodes == pes && pes <= 8;
            assertEquals(carries, barrier.payloads().carries(1), what);
            assertEquals(pes, barrier.payloads().count());
        });
    }
}
