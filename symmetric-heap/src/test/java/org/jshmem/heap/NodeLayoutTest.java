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
    void shouldRefuseWhatNoAddressSpaceHolds() {
        assertTrue(new NodeLayout(1, 1L << 40).fits());
        assertFalse(new NodeLayout(1, Long.MAX_VALUE).fits());
        assertFalse(new NodeLayout(64, 1L << 40).fits());
        assertTrue(new NodeLayout(40, 1L << 40).fits());
    }
}
