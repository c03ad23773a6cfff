package org.jshmem.tck.rma;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LanesTest {
    private static final long LARGE = 20 << 20;

    @Test
    void shouldReachAllPesBySmallLanes() {
        final Lanes lanes = Lanes.of(1000, 5, 16);
        assertEquals(
                16,
                IntStream.range(0, lanes.count()).map(lanes::target).distinct().count());
    }

    @ParameterizedTest
    @CsvSource({"1000, 2", "1000, 300", "4000000, 16", "20000000, 1", "20000000, 2", "20000000, 3", "20000000, 16"})
    void shouldAgreeOnWhoWritesWhere(long laneBytes, int pes) {
        for (int pe = 0; pe < pes; pe++) {
            final Lanes mine = Lanes.of(laneBytes, pe, pes);
            for (int lane = 0; lane < mine.count(); lane++) {
                assertEquals(pe, Lanes.of(laneBytes, mine.target(lane), pes).writer(lane));
            }
        }
    }

    @Test
    void shouldNotGrowBeyondThePesOfASmallJob() {
        assertEquals(2, Lanes.of(LARGE, 0, 2).count());
        final Lanes many = Lanes.of(LARGE, 0, 128);
        assertTrue(many.count() * LARGE <= 2 * Lanes.MOST_BYTES);
        assertEquals(
                many.count(),
                IntStream.range(0, many.count()).map(many::target).distinct().count());
    }
}
