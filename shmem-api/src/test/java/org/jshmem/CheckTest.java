package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.spi.Allocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** What is just allowed, and what just not. */
class CheckTest {
    private static final Allocation BLOCK = new Allocation(64, 64, 64, 8, 0, null);

    private static void refused(Executable call) {
        assertThrows(IllegalArgumentException.class, call);
    }

    @Test
    void shouldTakeASignalRightBesideTheData() {
        Check.apart(64, 16, 80);
        Check.apart(64, 16, 56);
        refused(() -> Check.apart(64, 17, 80));
        refused(() -> Check.apart(64, 16, 72));
        refused(() -> Check.apart(60, 16, 56));
        refused(() -> Check.apart(66, 2, 64));
    }

    @Test
    void shouldTakeASourceRightBesideTheDestination() {
        CollectiveCheck.apart(64, 32, 96, 8);
        CollectiveCheck.apart(64, 32, 56, 8);
        refused(() -> CollectiveCheck.apart(64, 33, 96, 8));
        refused(() -> CollectiveCheck.apart(64, 32, 56, 9));
        refused(() -> CollectiveCheck.apart(64, 32, 72, 8));
        CollectiveCheck.apartOrSame(64, 64, 32);
        refused(() -> CollectiveCheck.apartOrSame(64, 72, 32));
    }

    @Test
    void shouldTakeBlocksWithoutGaps() {
        assertEquals(12, Check.blockSpan("dst", 3, 3, 4));
        assertEquals(15, Check.blockSpan("dst", 4, 3, 4));
        refused(() -> Check.blockSpan("dst", 2, 3, 4));
    }

    @Test
    void shouldTakeBlocksOfNoElementsAndRefuseLess() {
        assertTrue(Check.hasElements(1, 1));
        assertFalse(Check.hasElements(0, 4));
        assertFalse(Check.hasElements(4, 0));
        refused(() -> Check.hasElements(-1, 4));
        refused(() -> Check.hasElements(4, -1));
        refused(() -> Check.hasElements(0, -1));
    }

    @Test
    void shouldTakeAlignmentsUpToTheLargest() {
        assertEquals(8, Check.alignment(8));
        assertEquals(Shmem.MAX_ALIGNMENT, Check.alignment(Shmem.MAX_ALIGNMENT));
        for (long alignment : new long[] {0, 4, 24, -8, 2 * Shmem.MAX_ALIGNMENT, Long.MIN_VALUE}) {
            refused(() -> Check.alignment(alignment));
        }
    }

    @Test
    void shouldCountTheElementsThatBytesTouch() {
        final SymmetricLongs longs = new SymmetricLongs(BLOCK, 64, 64, 8);
        assertEquals(1, Check.elements(longs, 8));
        assertEquals(2, Check.elements(longs, 12));
        assertEquals(-3, Check.elements(longs, -3));
    }

    @Test
    void shouldKeepPartsOfViewsFromBeingSymmetric() {
        final SymmetricLongs view = new SymmetricLongs(BLOCK, SymmetricArray.NOT_SYMMETRIC, 64, 8);
        assertFalse(view.slice(2, 4).isSymmetric());
        assertFalse(view.slice(2, 4).asInts().slice(3, 2).isSymmetric());
        assertTrue(new SymmetricLongs(BLOCK, 64, 64, 8).slice(2, 4).isSymmetric());
        assertEquals(80, new SymmetricLongs(BLOCK, 64, 64, 8).slice(2, 4).offset());
    }

    private static String refusal(Executable call) {
        return assertThrows(IndexOutOfBoundsException.class, call).getMessage();
    }

    @Test
    void shouldNameWhatIsOutOfRange() {
        final SymmetricLongs longs = new SymmetricLongs(BLOCK, 64, 64, 8);
        assertEquals(
                "nelems=3 from index 6 of dest is outside its 8 elements (SymmetricLongs)",
                refusal(() -> Check.remote("dest", longs, 6, 3, Long.BYTES)));
        assertEquals(
                "nelems=-2 from index 1 of source is outside its 8 elements (SymmetricLongs); nelems must be 0 or more",
                refusal(() -> Check.local("source", longs, 1, -2, Long.BYTES)));
        assertEquals(
                "nelems=1 from index 8 of array is outside its 8 elements (SymmetricLongs)",
                refusal(() -> Check.element(longs, 8, Long.BYTES)));
        assertEquals(
                "nelems=2 from index -1 of source is outside its 4 elements (int[]); the index must be 0 or more",
                refusal(() -> Check.array("source", new int[4], 4, -1, 2)));
        assertEquals(
                "nelems=4 from index 1 of dest is outside its 4 elements (MemorySegment of 17 bytes)",
                refusal(() -> Check.segment("dest", MemorySegment.ofArray(new byte[17]), 1, 4, Integer.BYTES)));
    }

    private static String text(Class<? extends RuntimeException> kind, Executable call) {
        return assertThrows(kind, call).getMessage();
    }

    /** An array that is none of the symmetric ones that can be used. */
    @Test
    void shouldSayWhyAnArrayCannotBeUsed() {
        final SymmetricLongs view = new SymmetricLongs(BLOCK, SymmetricArray.NOT_SYMMETRIC, 64, 8);
        assertEquals(
                "dest=SymmetricLongs[length=8, a view of another PE] came from ptr and is no symmetric address; use the"
                        + " array it was made from",
                text(IllegalArgumentException.class, () -> Check.remote("dest", view, 0, 1, 8)));
        final Allocation freed = new Allocation(64, 64, 64, 8, 0, null);
        freed.live = false;
        final String isFreed = "array=SymmetricLongs[length=8, heap offset 64, freed] is no longer allocated: it was"
                + " freed, reallocated, or ended by the last shutdown";
        final SymmetricLongs gone = new SymmetricLongs(freed, 64, 64, 8);
        assertEquals(isFreed, text(IllegalStateException.class, () -> Check.remote("array", gone, 0, 1, 8)));
        assertEquals(isFreed, text(IllegalStateException.class, () -> Check.local("array", gone, 0, 1, 8)));
        assertEquals(isFreed, text(IllegalStateException.class, () -> Check.element(gone, 0, 8)));
        final SymmetricLongs shared = SharedLongs.allocate(2);
        assertEquals(
                "dest=SharedLongs[length=2, shared block 0x500000003, 16 bytes] is shared memory, which is no symmetric"
                        + " address; only the local side of an operation can be that",
                text(IllegalArgumentException.class, () -> Check.remote("dest", shared, 0, 1, 8)));
        final SymmetricLongs elsewhere = new SymmetricLongs(new Allocation(-100, 64, 5, 3), -100, 0, 8);
        final String text = text(IllegalArgumentException.class, () -> Check.remote("dest", elsewhere, 0, 1, 8));
        assertTrue(text.contains("which only put, get and atomic operations take"), text);
        final String local = text(IllegalArgumentException.class, () -> Check.local("dest", elsewhere, 0, 1, 8));
        assertTrue(local.contains("is on the node of PE 3,") && local.contains("with pe=3 reach it"), local);
    }

    /** Its block is freed by another PE: a word in shared memory changes. */
    @Test
    void shouldNoticeThatAnotherPeHasFreedABlock() {
        final MemorySegment memory = Arena.ofAuto().allocate(3 * Long.BYTES, Long.BYTES);
        memory.set(ValueLayout.JAVA_LONG, 16, 7);
        final Allocation block = new Allocation(memory.address(), 16, 5, 3, memory.address() + 16, 7);
        final SymmetricLongs longs = new SymmetricLongs(block, -1, memory.address(), 2);
        assertEquals(memory.address() + 8, Check.local("source", longs, 1, 1, Long.BYTES));
        assertEquals(block, Check.wholeShared(longs));
        assertEquals(5, Check.handle(longs));
        refused(() -> Check.wholeShared(longs.at(1)));
        memory.set(ValueLayout.JAVA_LONG, 16, 8);
        assertFalse(longs.isAlive());
        assertFalse(block.freedByOther);
        assertThrows(IllegalStateException.class, () -> Check.local("source", longs, 1, 1, Long.BYTES));
        assertTrue(block.freedByOther);
        assertThrows(IllegalStateException.class, () -> longs.get(0));
        assertThrows(IllegalStateException.class, () -> Check.wholeShared(longs));
    }

    @Test
    void shouldSayWhyASegmentCannotBeUsed() throws InterruptedException {
        final MemorySegment closed;
        try (Arena arena = Arena.ofConfined()) {
            closed = arena.allocate(24);
            assertEquals(8, Check.segment("source", closed, 1, 2, 8));
            assertEquals(16, Check.writable("dest", closed, 2, 1, 8));
            final String[] texts = new String[1];
            final Thread other = new Thread(
                    () -> texts[0] = text(IllegalStateException.class, () -> Check.segment("source", closed, 0, 1, 8)));
            other.start();
            other.join();
            assertEquals(
                    "source is a MemorySegment of 24 bytes that only the thread which made its arena may use",
                    texts[0]);
        }
        assertEquals(
                "source is a MemorySegment of 24 bytes whose arena was closed, or ended with the last shutdown",
                text(IllegalStateException.class, () -> Check.segment("source", closed, 0, 1, 8)));
        final MemorySegment constant = MemorySegment.ofArray(new byte[8]).asReadOnly();
        assertEquals(
                "dest is a read-only MemorySegment; pass one that can be written",
                text(IllegalArgumentException.class, () -> Check.writable("dest", constant, 0, 1, 8)));
        assertEquals(0, Check.segment("source", constant, 0, 1, 8));
        final String text = text(
                IllegalArgumentException.class,
                () -> Check.remoteBytes("dest", MemorySegment.ofArray(new byte[8]), 8, 1));
        assertTrue(text.contains("with 8 bytes is not inside one live block of this PE's symmetric heap"), text);
        final String aligned = text(
                IllegalArgumentException.class, () -> Check.remoteBytes("dest", Local.MEMORY.asSlice(68, 8), 8, 8));
        assertEquals(
                "dest at heap offset 68 is not aligned to 8 bytes, which elements of that size need; use putmem or"
                        + " getmem",
                aligned);
        assertEquals(68, Check.remoteBytes("dest", Local.MEMORY.asSlice(68, 8), 8, 4));
    }

    @Test
    void shouldNameSizesThatAreNone() {
        assertEquals("dst=0 must be 1 or more", text(IllegalArgumentException.class, () -> Check.span("dst", 0, 3)));
        assertEquals(
                "nelems=-1 must be 0 or more", text(IllegalArgumentException.class, () -> Check.span("dst", 1, -1)));
        assertEquals(7, Check.span("dst", 3, 3));
        assertEquals(Long.MAX_VALUE, Check.span("dst", Long.MAX_VALUE - 1, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> Check.span("dst", Long.MAX_VALUE, 2));
        assertEquals(Long.MAX_VALUE, Check.blockSpan("dst", Long.MAX_VALUE - 5, 5, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> Check.blockSpan("dst", Long.MAX_VALUE - 4, 5, 2));
        final IndexedBlocks three = IndexedBlocks.range(4, 3);
        assertEquals(3, Check.blocks(three, IndexedBlocks.of(new long[] {0, 9}, new long[] {1, 2})));
        assertEquals(
                "destBlocks=1 blocks of 3 elements up to index 7 and sourceBlocks=1 blocks of 2 elements up to index 2"
                        + " must have the same number of elements",
                text(IllegalArgumentException.class, () -> Check.blocks(three, IndexedBlocks.range(0, 2))));
        assertTrue(text(NullPointerException.class, () -> Check.blocks(null, three))
                .startsWith("destBlocks=null"));
        assertTrue(text(NullPointerException.class, () -> Check.blocks(three, null))
                .startsWith("sourceBlocks=null"));
        assertEquals(
                "sig at heap offset 72 overlaps dest, 16 bytes from heap offset 64; the signal must not lie in the"
                        + " data",
                text(IllegalArgumentException.class, () -> Check.apart(64, 16, 72)));
        assertEquals(6, CollectiveCheck.blocks(2, 3, 8));
        assertEquals(
                "root=3 is not a PE of this team, whose PEs are 0 to 2",
                text(IllegalArgumentException.class, () -> CollectiveCheck.root(3, 3)));
    }

    @Test
    void shouldNameBlocksThatAreNone() {
        final long most = Long.MAX_VALUE;
        assertEquals(
                "indices.length=1 and lengths.length=2 must be equal",
                text(IllegalArgumentException.class, () -> IndexedBlocks.of(new long[1], new long[2])));
        for (long[] block : new long[][] {{-1, 1}, {0, -1}, {most, 1}, {2, most - 1}}) {
            assertEquals(
                    "indices[0]=" + block[0] + ", lengths[0]=" + block[1] + " is no block",
                    text(IndexOutOfBoundsException.class, () -> IndexedBlocks.range(block[0], block[1])));
        }
        assertEquals(most, IndexedBlocks.range(most - 1, 1).end());
        final IndexedBlocks blocks = IndexedBlocks.of(new long[] {7, 3}, new long[] {2, 1});
        assertEquals(2, blocks.count());
        assertEquals(3, blocks.index(1));
        assertEquals(2, blocks.length(0));
        assertEquals(2, blocks.start(1));
        assertEquals(3, blocks.nelems());
        assertEquals(9, blocks.end());
    }
}
