package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class CollectiveCallTest {
    @Test
    void shouldTellStridesApart() {
        assertNotEquals(CollectiveCall.strides(8, 16), CollectiveCall.strides(16, 8));
        assertEquals(CollectiveCall.strides(1 << 20, 24), CollectiveCall.strides(1 << 20, 24));
        final String text = CollectiveCall.ALLTOALLS.format(64, 128, 256, CollectiveCall.strides(8, 16));
        assertTrue(text.endsWith("strides 8 and 16 bytes"), text);
    }
}
