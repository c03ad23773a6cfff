package org.jshmem.heap;

import java.lang.invoke.VarHandle;

/**
 * The tables of all PEs of a node, which say where the blocks of the shared heap are and which of them are allocated.
 * {@link SharedLayout} has their layout; a {@link SharedHeap} fills the table of its own PE. All methods may be called
 * at any time by any thread.
 *
 * <p><b>Memory ordering.</b> Offset and size of an entry are written before its state, with release semantics, and read
 * after it, with acquire semantics; a reader then looks at the state once more.
 */
public final class BlockTables {
    private final SharedLayout layout;
    private final long base;

    /** Whether there is no shared heap. */
    private final boolean isEmpty;

    /**
     * Tables that are mapped.
     *
     * @param base where the shared heap is mapped in this process
     */
    BlockTables(SharedLayout layout, long base) {
        this.layout = layout;
        this.base = base;
        this.isEmpty = layout.headersEnd() == 0;
    }

    /**
     * Where the state of a block is, which {@link #state} shows.
     *
     * @param owner the index on the node of the PE that the handle names
     * @param handle any number
     * @return an address, or 0 if that PE has never allocated such a block
     */
    public long stateAddress(int owner, long handle) {
        final int index = BlockHandle.index(handle);
        if (index >= entriesOf(owner)) {
            return 0; // the entry may have no memory
        }
        final long chunk = Memory.get64Acquire(chunkAddress(owner, index));
        return chunk == 0 ? 0 : base + chunk + (long) (index % SharedLayout.CHUNK_ENTRIES) * SharedLayout.ENTRY_BYTES;
    }

    /**
     * The state that the word at {@link #stateAddress} has as long as the block is allocated.
     *
     * @param owner the index on the node of the PE that the handle names
     * @param handle any number
     * @return a number that is never 0, or 0 if the handle is stale or was never one
     */
    public long state(int owner, long handle) {
        final long address = stateAddress(owner, handle);
        final long state = address == 0 ? 0 : Memory.get64Acquire(address);
        return SharedLayout.isOf(state, handle) ? state : 0;
    }

    /**
     * The kind of content that was passed to {@link SharedHeap#allocate}.
     *
     * @param state a result of {@link #state}
     * @return as given
     */
    public static int kind(long state) {
        return SharedLayout.kindOf(state);
    }

    /**
     * Where a block is mapped in this process. The caller compares the state afterwards, if the block may be freed at
     * the same time.
     *
     * @param owner the index on the node of the PE that allocated it
     * @param handle a handle that is not stale
     * @return an address
     */
    public long address(int owner, long handle) {
        final long address = base + Memory.get64(entry(owner, BlockHandle.index(handle)) + SharedLayout.OFFSET);
        VarHandle.acquireFence();
        return address;
    }

    /**
     * The size of a block. The caller compares the state afterwards, if the block may be freed at the same time.
     *
     * @param owner the index on the node of the PE that allocated it
     * @param handle a handle that is not stale
     * @return bytes, as asked for
     */
    public long bytes(int owner, long handle) {
        final long bytes = Memory.get64(entry(owner, BlockHandle.index(handle)) + SharedLayout.BYTES);
        VarHandle.acquireFence();
        return bytes;
    }

    /**
     * Counts the blocks of a PE that are allocated.
     *
     * @param owner the PE's index on the node
     * @param kinds blocks of kinds below this count
     * @return how many; a guess while other threads or PEs allocate and free
     */
    public int liveBlocks(int owner, int kinds) {
        int count = 0;
        for (int index = 0; index < entriesOf(owner); index++) {
            count += counts(Memory.get64(entry(owner, index) + SharedLayout.STATE), kinds) ? 1 : 0;
        }
        return count;
    }

    /**
     * Adds up the sizes of the blocks of a PE that are allocated.
     *
     * @param owner the PE's index on the node
     * @param kinds blocks of kinds below this count
     * @return bytes, as asked for; a guess while other threads or PEs allocate and free
     */
    public long liveBytes(int owner, int kinds) {
        long bytes = 0;
        for (int index = 0; index < entriesOf(owner); index++) {
            final long entry = entry(owner, index);
            bytes += counts(Memory.get64(entry + SharedLayout.STATE), kinds)
                    ? Memory.get64(entry + SharedLayout.BYTES)
                    : 0;
        }
        return bytes;
    }

    private static boolean counts(long state, int kinds) {
        return SharedLayout.isLive(state) && SharedLayout.kindOf(state) < kinds;
    }

    private int entriesOf(int owner) {
        return isEmpty ? 0 : Memory.get32Acquire(base + layout.headerOffset(owner) + SharedLayout.ENTRIES);
    }

    /** Changes a block's state from allocated to free; of several that try at a time, one succeeds. */
    boolean end(int owner, long handle) {
        final long state = stateAddress(owner, handle);
        final long live = state == 0 ? 0 : Memory.get64Acquire(state);
        return SharedLayout.isOf(live, handle)
                && Memory.compareAndExchange64Volatile(state, live, SharedLayout.dead(live)) == live;
    }

    /** Adds a block that was freed by this PE to the list of its owner. */
    void pushFreed(int owner, int index) {
        final long list = base + layout.headerOffset(owner) + SharedLayout.FREED;
        final long next = entry(owner, index) + SharedLayout.NEXT;
        long first = Memory.get64(list);
        while (true) {
            Memory.put32(next, (int) first);
            final long seen = Memory.compareAndExchange64Volatile(list, first, index + 1L);
            if (seen == first) {
                return;
            }
            first = seen;
        }
    }

    /** Where the word is that says where the chunk of an entry is. */
    long chunkAddress(int owner, int index) {
        return base
                + layout.headerOffset(owner)
                + SharedLayout.CHUNKS
                + (long) (index / SharedLayout.CHUNK_ENTRIES) * Long.BYTES;
    }

    /** Where an entry is that has been used. */
    long entry(int owner, int index) {
        return base
                + Memory.get64(chunkAddress(owner, index))
                + (long) (index % SharedLayout.CHUNK_ENTRIES) * SharedLayout.ENTRY_BYTES;
    }
}
