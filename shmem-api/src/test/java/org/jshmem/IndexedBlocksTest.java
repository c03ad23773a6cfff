package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class IndexedBlocksTest {
    @Test
    void shouldEndBehindItsLastElementWhereverEmptyBlocksAre() {
        assertEquals(
                7,
                IndexedBlocks.of(new long[] {5, 100, 0}, new long[] {2, 0, 1}).end());
        assertEquals(0, IndexedBlocks.of(new long[] {9}, 0).end());
        assertEquals(0, IndexedBlocks.of(new long[0], 3).end());
    }

    @Test
    void shouldRefuseMoreElementsThanAnyMemoryHas() {
        final long[] lengths = {Long.MAX_VALUE, 1};
        final var error =
                assertThrows(IndexOutOfBoundsException.class, () -> IndexedBlocks.of(new long[] {0, 0}, lengths));
        assertTrue(error.getMessage().startsWith("lengths[1]=1"), error.getMessage());
    }

    @Test
    void shouldFindTheBlockOfEachElementBetweenEmptyOnes() {
        for (int pattern = 0; pattern < 1 << 10; pattern++) { // two bits are the length of each of five blocks
            final long[] lengths = new long[5];
            for (int i = 0; i < lengths.length; i++) {
                lengths[i] = pattern >> 2 * i & 3;
            }
            final IndexedBlocks blocks = IndexedBlocks.of(new long[] {0, 10, 20, 30, 40}, lengths);
            for (long element = 0; element < blocks.nelems(); element++) {
                final int block = blocks.blockOf(element);
                final long place = element - blocks.start(block);
                assertTrue(place >= 0 && place < blocks.length(block), element + " of lengths of pattern " + pattern);
            }
        }
    }
}
