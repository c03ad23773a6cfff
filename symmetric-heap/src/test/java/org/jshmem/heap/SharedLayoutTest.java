package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SharedLayoutTest {
    private static final long PIECE = SharedLayout.PIECE_BYTES;

    /** Headers of one page for each PE, then the owners of the pieces; both take whole pieces. */
    @ParameterizedTest
    @CsvSource({
        "1, 0, 0, 1, 0",
        "1, 2097151, 0, 1, 0",
        "1, 2097152, 1, 1, 0",
        "1, 4194303, 1, 1, 0",
        "1, 4194304, 2, 1, 4104",
        "511, 4194304, 2, 1, 2093064",
        "512, 4194304, 2, 2, 0",
        "512, 6291456, 3, 2, 2097164",
    })
    void shouldBeginBlocksBehindItsHeaders(int pes, long bytes, int pieces, int first, long headersEnd) {
        final SharedLayout layout = new SharedLayout(pes, bytes);
        assertEquals(pieces, layout.pieces());
        assertEquals(first, layout.firstPiece());
        assertEquals(headersEnd, layout.headersEnd());
    }

    @Test
    void shouldPlaceHeadersAndOwnersOfTheLargestHeap() {
        final SharedLayout layout = new SharedLayout(1 << 20, 1L << 62);
        assertEquals(Integer.MAX_VALUE, layout.pieces());
        assertEquals(1L << 31, layout.headerOffset(1 << 19));
        assertEquals(1L << 32, layout.ownerOffset(0));
        assertEquals((1L << 32) + 4, layout.ownerOffset(1));
        assertEquals((1L << 32) + (3L << 30), layout.ownerOffset(3 << 28));
    }

    /** Headers, chunks of entries and entries do not reach into each other. */
    @Test
    void shouldFindAnEntryFromTheStartOfTheHeap() {
        final int last = BlockHandle.MOST_BLOCKS - 1;
        final int chunks = 1 + last / SharedLayout.CHUNK_ENTRIES;
        final long handle = BlockHandle.of(0, last, 1);
        assertTrue(SharedLayout.CHUNKS + (long) chunks * Long.BYTES <= SharedLayout.HEADER_BYTES);
        assertEquals(PIECE, (long) SharedLayout.CHUNK_ENTRIES * SharedTable.ENTRY_BYTES);
        final long header = (BlockHandle.MOST_PES - 1L) * SharedLayout.HEADER_BYTES;
        assertEquals(
                header + SharedLayout.CHUNKS + (chunks - 1) * 8L,
                SharedTable.chunkOffset(BlockHandle.MOST_PES - 1, handle));
        final long chunk = 5L << 40;
        assertEquals(
                chunk + (long) (last % SharedLayout.CHUNK_ENTRIES) * SharedTable.ENTRY_BYTES,
                SharedTable.entryOffset(chunk, handle));
        assertEquals(chunk, SharedTable.entryOffset(chunk, BlockHandle.of(0, SharedLayout.CHUNK_ENTRIES, 1)));
    }
}
