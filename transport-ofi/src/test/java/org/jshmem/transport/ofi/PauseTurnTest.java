package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PauseTurnTest {
    private static final long MILLISECOND = 1 << 20;

    @Test
    void shouldCountBeforeItMeasuresTime() {
        assertTrue(PauseTurn.isCounting(0));
        assertTrue(PauseTurn.isCounting(1999));
        assertFalse(PauseTurn.isCounting(2000));
        assertFalse(PauseTurn.hasClock(2000));
    }

    /** A start time once reached the flag after thirteen days. */
    @Test
    void shouldKeepTheStartTimeForYears() {
        for (long days : new long[] {0, 1, 13, 14, 26, 30, 365, 8 * 365}) {
            final long now = TimeUnit.DAYS.toNanos(days);
            final long turn = PauseTurn.startClock(now);
            assertTrue(PauseTurn.hasClock(turn), days + " days");
            assertFalse(PauseTurn.isAsleep(turn), days + " days");
            assertEquals(now / MILLISECOND * MILLISECOND, PauseTurn.startNs(turn + 1), days + " days");
            assertTrue(PauseTurn.isAsleep(PauseTurn.asleep(turn)), days + " days");
            assertEquals(PauseTurn.startNs(turn), PauseTurn.startNs(PauseTurn.asleep(turn)), days + " days");
        }
    }
}
