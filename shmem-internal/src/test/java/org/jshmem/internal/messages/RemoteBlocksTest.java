package org.jshmem.internal.messages;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.heap.BlockHandle;
import org.jshmem.internal.SharedBlocks;
import org.jshmem.internal.transport.SharedOffset;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** PE 0 finds shared memory of PEs 1 and 2, which are on another node. */
@Timeout(60)
class RemoteBlocksTest {
    private final MessageJob job = new MessageJob(false, 0, 1, 1);
    private final SharedBlocks mine = job.blocks[0];
    private final SharedBlocks theirs = job.blocks[2];

    @AfterEach
    void close() {
        job.close();
    }

    private static void assertStale(SharedBlocks blocks, long handle) {
        final String text = assertThrows(IllegalStateException.class, () -> blocks.find(ElementKind.LONG, handle))
                .getMessage();
        assertEquals(
                "handle=0x" + Long.toHexString(handle) + " names shared memory that was freed or reallocated", text);
    }

    @Test
    void shouldFindABlockByTheTableOfItsOwner() {
        job.blocks[1].allocate(ElementKind.LONG, 4096, 8);
        theirs.allocate(ElementKind.LONG, 64, 8);
        final Allocation there = theirs.allocate(ElementKind.LONG, 1000, 8);
        final Allocation found = mine.find(ElementKind.LONG, there.handle);
        assertTrue(found.isElsewhere() && found.liveElsewhere);
        assertEquals(1000, found.bytes);
        assertEquals(2, found.owner);
        assertEquals(2, SharedOffset.owner(found.offset));
        assertEquals(there.handle, found.handle);
        final Allocation neighbours = job.blocks[1].find(ElementKind.LONG, there.handle);
        assertEquals(neighbours.bytes, found.bytes);
        assertSame(found, mine.find(ElementKind.LONG, there.handle));
        final String text = assertThrows(IllegalArgumentException.class, () -> mine.find(ElementKind.INT, there.handle))
                .getMessage();
        assertTrue(text.endsWith(" names an array of long, not of int"), text);
    }

    @Test
    void shouldForgetABlockThatItsOwnerHasFreed() {
        final Allocation there = theirs.allocate(ElementKind.LONG, 1000, 8);
        final Allocation found = mine.find(ElementKind.LONG, there.handle);
        theirs.free(there);
        assertTrue(found.liveElsewhere, "nobody has asked");
        assertStale(mine, there.handle);
        assertFalse(found.liveElsewhere);
        assertStale(mine, there.handle);
    }

    /** The entry of the table has another block now. */
    @Test
    void shouldReplaceAnEarlierBlock() {
        final Allocation there = theirs.allocate(ElementKind.LONG, 1000, 8);
        final Allocation found = mine.find(ElementKind.LONG, there.handle);
        theirs.free(there);
        final Allocation next = theirs.allocate(ElementKind.LONG, 1000, 8);
        assertNotEquals(there.handle, next.handle);
        assertEquals(BlockHandle.entryName(there.handle), BlockHandle.entryName(next.handle));
        final Allocation later = mine.find(ElementKind.LONG, next.handle);
        assertNotSame(found, later);
        assertTrue(later.liveElsewhere);
        assertFalse(found.liveElsewhere);
        assertStale(mine, there.handle);
        assertTrue(later.liveElsewhere, "an older handle does not end it");
        assertSame(later, mine.find(ElementKind.LONG, next.handle));
    }

    @Test
    void shouldFindNothingBeforeTheFirstAllocation() {
        final Allocation here = mine.allocate(ElementKind.LONG, 8, 8);
        assertStale(mine, here.handle | 1L << 46); // of PE 1
    }
}
