package org.jshmem.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.ShmemTeam;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A tool that wants to know only when an operation begins and ends is told so of all kinds. */
@Timeout(10)
class ObservingDefaultsTest {
    private static final Operation SYNC = Operation.of("sync");

    private final List<String> told = new ArrayList<>();

    private final ObservingProvider tool = new ObservingProvider(null) {
        @Override
        protected long begin(Operation operation, int pe, long bytes) {
            told.add("begin " + operation + " " + pe + " " + bytes);
            return 99;
        }

        @Override
        protected void end(Operation operation, int pe, long bytes, long token) {
            told.add("end " + operation + " " + pe + " " + bytes + " #" + token);
        }
    };

    private void assertTold(String... lines) {
        assertEquals(List.of(lines), told);
        told.clear();
    }

    @Test
    void shouldTellOfAllKindsOfOperations() {
        tool.end(SYNC, 3, 64, 40, 7, 5);
        assertTold("end sync 3 40 #5");
        assertEquals(99, tool.beginCollective(SYNC, 8, 40));
        assertTold("begin sync -1 40");
        tool.endCollective(SYNC, 8, 40, 5);
        assertTold("end sync -1 40 #5");
        assertEquals(99, tool.before(SYNC, 40));
        assertTold("begin sync -1 40");
        tool.after(SYNC, 40, 5);
        assertTold("end sync -1 40 #5");
        assertEquals(0, tool.started(SYNC, 8, 40, 5));
        assertTold("end sync -1 40 #5");
    }

    @Test
    void shouldNotCountMessages() {
        assertFalse(tool.observesRequests());
        assertEquals(0, tool.receives(1, 2, 3));
        assertEquals(0, tool.number((ShmemTeam) null));
        tool.awaited(SYNC, 1, 2, 3);
        assertTold("end await -1 0 #3");
        tool.received(1, 2, 3, 4);
        tool.received(1, 2, 3, 4, 5);
        tool.stillUnderWay();
        tool.paused();
        tool.sends(1, 2, 3, 4);
        tool.uncounted(1, 2, 3, true);
        assertTold();
    }
}
