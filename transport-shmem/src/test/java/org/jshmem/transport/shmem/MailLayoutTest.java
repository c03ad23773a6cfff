package org.jshmem.transport.shmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MailLayoutTest {
    @ParameterizedTest
    @CsvSource({"2, 65536", "512, 65536", "513, 32768", "1024, 32768", "32768, 1024", "32769, 0"})
    void shouldShareTheMemoryAmongRings(int pes, int ringBytes) {
        assertEquals(ringBytes, MailLayout.ringBytes(pes));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 64, 1000, 32768})
    void shouldPlaceNothingTwice(int pes) {
        final int ringBytes = MailLayout.ringBytes(pes);
        final MailLayout layout = new MailLayout(1 << 20, pes, ringBytes);
        final List<Long> ends = new ArrayList<>(
                List.of(layout.read(0), layout.read(pes - 1) + Long.BYTES, layout.executed(pes - 1) + Long.BYTES));
        assertEquals(ends.get(1), layout.executed(0));
        assertTrue(layout.arrived() >= ends.getLast() && layout.arrived() % 64 == 0);
        assertTrue(layout.landing() >= layout.arrived() + Long.BYTES);
        assertEquals(layout.out(), layout.landing() + MailLayout.LANDING_BYTES);
        assertTrue(layout.ring(0) >= layout.out() + ringBytes);
        assertEquals(layout.ring(pes - 1), layout.ring(0) + (pes - 1L) * ringBytes);
        assertEquals(MailLayout.bytes(pes, ringBytes), layout.ring(pes - 1) + ringBytes - layout.base());
    }

    /** What the receiver has read and not yet told, a mark, and the message itself fit into a ring. */
    @ParameterizedTest
    @ValueSource(ints = {1024, 2048, 65536})
    void shouldHaveRoomForTheLargestMessage(int ringBytes) {
        final MailLayout layout = new MailLayout(0, 2, ringBytes);
        final int message = MailForm.bytes(layout.mostPayload());
        assertTrue(message <= ringBytes / 4 && MailForm.bytes(layout.mostPayload() + 1) > ringBytes / 4);
        final int untold = layout.ringBytes() / 4 - Long.BYTES;
        final int mark = message - Long.BYTES;
        assertTrue(untold + mark + message <= layout.ringBytes());
    }
}
