package org.jshmem.heap;

/**
 * Where things are in the shared heap of a node: a header page for each PE, the owners of all pieces, then the pieces
 * themselves. All of it is zero at the start.
 *
 * <p>The header of a PE:
 *
 * <table>
 *   <caption>Bytes of a header</caption>
 *   <tr><th>bytes</th><th>content</th><th>written by</th></tr>
 *   <tr><td>0 … 7</td><td>blocks that other PEs have freed: the index of the first entry plus 1, 0 for none</td>
 *       <td>all PEs, atomically</td></tr>
 *   <tr><td>64 … 67</td><td>entries of its table that were used so far</td><td>the PE</td></tr>
 *   <tr><td>1024 … 2047</td><td>the chunks of its table: bytes from the start of the shared heap, 0 for none</td>
 *       <td>the PE</td></tr>
 * </table>
 *
 * <p>A table entry, of a block or of none, is a cache line:
 *
 * <table>
 *   <caption>Bytes of an entry</caption>
 *   <tr><th>bytes</th><th>content</th></tr>
 *   <tr><td>0 … 7</td><td>state: bit 0 the block is allocated, bits 1 … 7 what the caller says its content is, bits 8 …
 *       31 generation</td></tr>
 *   <tr><td>8 … 15</td><td>where the block starts, bytes from the start of the shared heap</td></tr>
 *   <tr><td>16 … 23</td><td>its size in bytes, as asked for</td></tr>
 *   <tr><td>24 … 27</td><td>of a block that another PE has freed: the index of the next one plus 1</td></tr>
 *   <tr><td>28 … 31</td><td>the alignment that was asked for, in bytes</td></tr>
 * </table>
 *
 * @param pes PEs on the node
 * @param bytes the size of the shared heap
 */
record SharedLayout(int pes, long bytes) {
    /** The unit in which PEs take memory for themselves. */
    static final long PIECE_BYTES = MemoryClaim.UNIT;

    /** The size of a header, a page. */
    static final long HEADER_BYTES = 4096;

    static final long FREED = 0;
    static final long ENTRIES = 64;
    static final long CHUNKS = 1024;

    static final int ENTRY_BYTES = 64;
    static final long STATE = 0;
    static final long OFFSET = 8;
    static final long BYTES = 16;
    static final long NEXT = 24;
    static final long ALIGNMENT = 28;

    /** Entries of a chunk, which is one piece. */
    static final int CHUNK_ENTRIES = (int) (PIECE_BYTES / ENTRY_BYTES);

    private static final int GENERATION_SHIFT = 8;
    private static final int KIND_SHIFT = 1;
    private static final int KIND_MASK = 0x7f;
    private static final long LIVE = 1;

    /** Where the header of a PE is, by its index on the node. */
    long headerOffset(int index) {
        return index * HEADER_BYTES;
    }

    /** Where the owner of a piece is: 4 bytes, the owner's index on the node plus 1, or 0. */
    long ownerOffset(int piece) {
        return pes * HEADER_BYTES + (long) piece * Integer.BYTES;
    }

    /** Where headers and owners end, which all PEs read; 0 if the heap has no piece behind them. */
    long headersEnd() {
        return firstPiece() < pieces() ? ownerOffset(pieces()) : 0;
    }

    /** The first piece that a PE can take; headers and owners are in those before. */
    int firstPiece() {
        return (int) Math.ceilDiv(ownerOffset(pieces()), PIECE_BYTES);
    }

    int pieces() {
        return (int) Math.min(bytes / PIECE_BYTES, Integer.MAX_VALUE);
    }

    /** The state of an allocated block. */
    static long live(int generation, int kind) {
        return (long) generation << GENERATION_SHIFT | (long) kind << KIND_SHIFT | LIVE;
    }

    static boolean isLive(long state) {
        return (state & LIVE) != 0;
    }

    /** The same state, but free. */
    static long dead(long state) {
        return state & ~LIVE;
    }

    static int generationOf(long state) {
        return (int) (state >>> GENERATION_SHIFT) & BlockHandle.GENERATION_MASK;
    }

    static int kindOf(long state) {
        return (int) (state >>> KIND_SHIFT) & KIND_MASK;
    }

    /** Whether a state is that of the block that a handle names, as long as that is allocated. */
    static boolean isOf(long state, long handle) {
        return isLive(state) && generationOf(state) == BlockHandle.generation(handle);
    }
}
