package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class NodeLayoutTest {
    @Test
    void shouldKeepControlPagesAndHeapsApart() {
        final NodeLayout layout = new NodeLayout(5000, 100);
        assertTrue(layout.controlEnd() <= layout.heapOffset(0));
        assertEquals(layout.heapOffset(0) + layout.stride(), layout.heapOffset(1));
        assertEquals(0, layout.heapOffset(7) % NodeLayout.HEAP_ALIGNMENT);
        assertEquals(layout.heapOffset(5000), layout.totalBytes());
    }

    @Test
    void shouldKeepTheSlotsOfAllPesApart() {
        final NodeLayout layout = new NodeLayout(3, 100);
        assertEquals(NodeLayout.HEADER_BYTES, layout.slotOffset(0, 0));
        assertEquals(layout.slotOffset(1, 0), layout.slotOffset(0, NodeLayout.SLOTS - 1) + NodeLayout.SLOT_BYTES);
        assertEquals(layout.mailboxOffset(0, 0), layout.slotOffset(2, NodeLayout.SLOTS - 1) + NodeLayout.SLOT_BYTES);
    }

    @Test
    void shouldRefuseWhatNoAddressSpaceHolds() {
        assertTrue(new NodeLayout(1, 1L << 40).fits());
        assertFalse(new NodeLayout(1, Long.MAX_VALUE).fits());
        assertFalse(new NodeLayout(64, 1L << 40).fits());
        assertTrue(new NodeLayout(40, 1L << 40).fits());
    }
}
