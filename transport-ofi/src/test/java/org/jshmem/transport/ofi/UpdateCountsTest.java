package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class UpdateCountsTest {
    private final UpdateCounts counts = new UpdateCounts(1000);

    @Test
    void shouldCountByPe() {
        counts.countSent(0, 1);
        counts.countSent(999, 3);
        counts.countSent(999, -1);
        counts.countAcknowledged(999, 1);

        assertEquals(1, counts.sent(0));
        assertEquals(0, counts.acknowledged(0));
        assertEquals(2, counts.sent(999));
        assertEquals(1, counts.acknowledged(999));
        assertEquals(0, counts.sent(998));
    }

    @Test
    void shouldPassOverPesThatWereSentNothing() {
        counts.countSent(130, 1);

        assertEquals(128, counts.next(0));
        assertEquals(129, counts.next(129));
        assertEquals(counts.pes(), counts.next(192));
    }

    @Test
    void shouldHaveNoneAtFirst() {
        assertEquals(counts.pes(), counts.next(0));
    }

    @Test
    void shouldIgnoreAcknowledgementsOfNothing() {
        counts.countAcknowledged(7, 1);

        assertEquals(counts.pes(), counts.next(0));
    }
}
