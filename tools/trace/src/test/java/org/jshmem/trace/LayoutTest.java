package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LayoutTest {
    @Test
    void shouldKeepWhatAnEventIsAbout() {
        final long about = Layout.about(Layout.RECEIVE, 200, 70_000, 16_000_000);
        assertEquals(Layout.RECEIVE, Layout.kind(about));
        assertEquals(200, Layout.operation(about));
        assertEquals(70_000, Layout.pe(about));
        assertEquals(16_000_000, Layout.site(about));
        assertEquals(-1, Layout.pe(Layout.about(Layout.WAIT, 255, -1, 0)));
    }

    @Test
    void shouldKeepPlacesAndBytes() {
        final long offset = (1L << 43) + 8;
        assertEquals(offset, Layout.place(Layout.placeAndBytes(offset, 100)));
        assertEquals(100, Layout.bytes(Layout.placeAndBytes(offset, 100)));
        assertEquals((1 << 20) - 1, Layout.bytes(Layout.placeAndBytes(offset, 1L << 40)));
    }

    /** Only the last bits of the number of events are beside a delivery. */
    @Test
    void shouldKnowTheEventsBeforeADelivery() {
        for (long events : new long[] {0, 5, (1 << 24) - 1, 1 << 24, (5L << 24) + 3}) {
            for (long later : new long[] {0, 1, 1000}) {
                assertEquals(events, Layout.eventsBefore(Layout.eventsBefore(events), events + later));
            }
        }
    }
}
