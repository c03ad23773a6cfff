package org.jshmem.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class AllocationTest {
    @Test
    void shouldDescribeABlockOfTheHeap() {
        final Allocation block = new Allocation(64, 4096, 40, 16, 3, "record");
        assertEquals("block at heap offset 64, 40 bytes, alignment 16", block.toString());
        assertFalse(block.isShared());
        assertFalse(block.isElsewhere());
        assertTrue(block.live);
        assertFalse(block.liveElsewhere);
        assertEquals(4096, block.address);
        assertEquals(3, block.hints);
        assertEquals("record", block.record);
        assertEquals(0, block.handle);
        assertEquals(-1, block.owner);
        assertEquals(0, block.stateAddress);
        assertEquals(0, block.state);
    }

    @Test
    void shouldDescribeASharedBlock() {
        final Allocation here = new Allocation(4096, 40, 0xabcL, 2, 512, 7);
        assertEquals("shared block 0xabc, 40 bytes", here.toString());
        assertTrue(here.isShared());
        assertFalse(here.isElsewhere());
        assertTrue(here.live);
        assertFalse(here.liveElsewhere);
        assertEquals(Allocation.NOT_SYMMETRIC, here.offset);
        assertEquals(4096, here.address);
        assertEquals(2, here.owner);
        assertEquals(512, here.stateAddress);
        assertEquals(7, here.state);
        assertEquals(0, here.alignment);
        assertEquals(0, here.hints);
    }

    @Test
    void shouldDescribeASharedBlockOfAnotherNode() {
        final Allocation elsewhere = new Allocation(-2, 40, 0xabcL, 5);
        assertEquals("shared block 0xabc of PE 5, 40 bytes", elsewhere.toString());
        assertTrue(elsewhere.isElsewhere());
        assertFalse(elsewhere.live);
        assertTrue(elsewhere.liveElsewhere);
        assertEquals(0, elsewhere.address);
        assertEquals(0, elsewhere.stateAddress);
        assertEquals(0, elsewhere.state);
        assertEquals(0, elsewhere.alignment);
        assertEquals(0, elsewhere.hints);
    }
}
