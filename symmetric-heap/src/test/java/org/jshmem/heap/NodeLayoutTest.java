package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class NodeLayoutTest {
    @Test
    void shouldKeepControlPagesAndHeapsApart() {
        final NodeLayout layout = new NodeLayout(5000, 100);
        assertTrue(layout.controlEnd() <= layout.heapOffset(0));
        assertEquals(layout.heapOffset(0) + layout.stride(), layout.heapOffset(1));
        assertEquals(0, layout.heapOffset(7) % NodeLayout.HEAP_ALIGNMENT);
        assertEquals(layout.heapOffset(5000), layout.messagesOffset(0));
        assertTrue(layout.totalBytes() >= layout.messagesOffset(4999) + NodeLayout.MESSAGE_BYTES);
    }

    @Test
    void shouldKeepTheControlMemoryOfTeamsApart() {
        final NodeLayout layout = new NodeLayout(3, 100);
        assertEquals(NodeLayout.HEADER_BYTES, layout.worldOffset());
        assertTrue(layout.sharedTeamOffset(0) >= layout.worldOffset() + NodeLayout.teamBytes(3));
        assertTrue(layout.mailboxOffset(0, 0) >= layout.sharedTeamOffset(0) + NodeLayout.teamBytes(3));
        assertTrue(layout.mailboxOffset(0, 0) >= layout.sharedTeamOffset(2) + NodeLayout.teamBytes(1));
        assertTrue(layout.teamsOffset() >= layout.messagesOffset(2) + NodeLayout.MESSAGE_BYTES);
        assertTrue(layout.totalBytes() >= layout.teamsOffset() + layout.teamsBytes());
    }

    @Test
    void shouldSpreadTheLinesOfATeamOverTheSetsOfACache() {
        final long sets = LongStream.range(0, 64)
                .map(pe -> NodeLayout.teamBytes((int) pe) % 4096)
                .distinct()
                .count();
        assertEquals(32, sets, "lines of 128 bytes in a page");
    }

    /** The number of PEs of the job does not matter. */
    @Test
    void shouldNeedLittleControlMemory() {
        assertTrue(new NodeLayout(128, 100).controlEnd() < 3 << 20);
    }

    @Test
    void shouldRefuseWhatNoAddressSpaceHolds() {
        assertTrue(new NodeLayout(1, 1L << 40).fits());
        assertFalse(new NodeLayout(1, Long.MAX_VALUE).fits());
        assertFalse(new NodeLayout(64, 1L << 40).fits());
        assertTrue(new NodeLayout(40, 1L << 40).fits());
    }
}
