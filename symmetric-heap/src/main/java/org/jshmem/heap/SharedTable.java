package org.jshmem.heap;

/**
 * How a PE of another node finds a block of a {@link SharedHeap} by its handle: it copies two parts of the owner's
 * table, first a word that says where the block's entry is, then the entry.
 *
 * <p>A block whose handle has come here was published before, and its entry does not change until the block is freed.
 * So a copy of the entry is whole if it is of the handle's generation and nobody frees the block meanwhile. Offsets are
 * in bytes from the start of the shared heap.
 */
public final class SharedTable {
    /** The size of an entry. */
    public static final int ENTRY_BYTES = SharedLayout.ENTRY_BYTES;

    private SharedTable() {}

    /**
     * Where the word is that leads to an entry.
     *
     * @param owner the index on its node of the PE that the handle names
     * @param handle any number
     * @return the offset of a word of 8 bytes
     */
    public static long chunkOffset(int owner, long handle) {
        return owner * SharedLayout.HEADER_BYTES
                + SharedLayout.CHUNKS
                + (long) (BlockHandle.index(handle) / SharedLayout.CHUNK_ENTRIES) * Long.BYTES;
    }

    /**
     * Where an entry is.
     *
     * @param chunk the word that leads to it; if it is 0, there is no such entry
     * @param handle any number
     * @return the offset of {@value #ENTRY_BYTES} bytes
     */
    public static long entryOffset(long chunk, long handle) {
        return chunk + (long) (BlockHandle.index(handle) % SharedLayout.CHUNK_ENTRIES) * ENTRY_BYTES;
    }

    /**
     * The state in the copy of an entry.
     *
     * @param entry the address of the copy
     * @param handle any number
     * @return as {@link BlockTables#state}
     */
    public static long state(long entry, long handle) {
        final long state = Memory.get64(entry + SharedLayout.STATE);
        return SharedLayout.isOf(state, handle) ? state : 0;
    }

    /**
     * Where the block of an entry starts.
     *
     * @param entry the address of the copy
     * @return its offset
     */
    public static long blockOffset(long entry) {
        return Memory.get64(entry + SharedLayout.OFFSET);
    }

    /**
     * The size of the block of an entry.
     *
     * @param entry the address of the copy
     * @return bytes, as asked for
     */
    public static long blockBytes(long entry) {
        return Memory.get64(entry + SharedLayout.BYTES);
    }
}
