package org.jshmem.internal.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.heap.BlockHandle;
import org.jshmem.spi.Allocation;
import org.junit.jupiter.api.Test;

class SharedOffsetTest {
    @Test
    void shouldNameOwnerAndPlace() {
        final long last = SharedOffset.MOST_BYTES - Long.BYTES;
        for (int owner : new int[] {0, 1, 77, BlockHandle.MOST_PES - 1}) {
            for (long place : new long[] {0, 8, 4096, last}) {
                final long offset = SharedOffset.of(owner, place);
                assertTrue(SharedOffset.isShared(offset));
                assertNotEquals(Allocation.NOT_SYMMETRIC, offset);
                assertEquals(owner, SharedOffset.owner(offset));
                assertEquals(place, SharedOffset.place(offset));
            }
        }
    }

    @Test
    void shouldGrowByBytesAsOtherOffsetsDo() {
        assertEquals(SharedOffset.of(3, 120), SharedOffset.of(3, 100) + 20);
        assertFalse(SharedOffset.isShared(0));
    }
}
