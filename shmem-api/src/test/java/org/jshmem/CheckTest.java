package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
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
}
