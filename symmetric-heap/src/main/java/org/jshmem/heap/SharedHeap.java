package org.jshmem.heap;

import java.util.Arrays;

/**
 * Memory of a node from which each PE allocates alone, and whose blocks any PE of the node uses and frees.
 *
 * <p><b>Pieces.</b> The memory is divided into pieces of 2 MiB. A PE that needs memory takes as many consecutive pieces
 * as it needs ({@link Pieces}) and claims memory for them. Only the owner divides a piece into blocks
 * ({@link TlsfAllocator}, in Java objects). Pieces that are wholly free again return to the node, unless they are the
 * last few, or a {@link ClaimObserver} keeps them. Small blocks that are freed stay as they are for the next allocation
 * of the same size ({@link KeptBlocks}).
 *
 * <p><b>Table.</b> Each PE has a table of its blocks in shared memory ({@link BlockTables}), whose entries the handles
 * name ({@link BlockHandle}).
 *
 * <p><b>Freeing.</b> Whoever frees a block changes its state by a compare-and-swap from allocated to free; of several
 * that try, one succeeds. If that is the owner, it gives the memory back to its allocator. Another PE pushes the entry
 * to the owner's list of freed blocks by a second compare-and-swap. The owner takes the whole list with one exchange
 * now and then, and before it takes new pieces. Since entries are pushed one by one and taken all at once, an entry
 * cannot be pushed again before it was taken, and the compare-and-swap of a push cannot be misled by that.
 *
 * <p><b>Memory ordering.</b> What the freeing PE read and wrote in the block happens before the owner's next use of it:
 * the push and the exchange are full fences.
 *
 * <p><b>No lock is shared by processes.</b> A PE that is killed anywhere in here leaves its own pieces taken, and
 * perhaps a block that it was freeing allocated. No other PE waits for it.
 *
 * <p><b>Threads.</b> The threads of a PE exclude each other when they allocate, reallocate and free; callers have a
 * lock for that, in which other processes have no part. All other methods may be called at any time.
 */
public final class SharedHeap {
    /** The result of {@link #allocate} if there is no room. */
    public static final long NO_ROOM = 0;

    /** The result of {@link #allocate} if the machine has no memory. */
    public static final long NO_MEMORY = -1;

    /** The result of {@link #allocate} if the PE has as many blocks as handles can name. */
    public static final long NO_HANDLE = -2;

    /** The result of {@link #reallocate} if the block was freed before. */
    public static final long STALE = -3;

    private static final long PIECE_BYTES = SharedLayout.PIECE_BYTES;

    /** Allocations from one look at the list of freed blocks to the next, whose cache line other PEs write. */
    private static final int LOOK_EVERY = 32;

    /** A growth that has worked. */
    private static final long GROWN = -4;

    /** The most free bytes that a PE keeps for its next allocations. */
    private static final long MOST_KEPT_BYTES = 32 * PIECE_BYTES;

    /** The usual {@link #tableStepBytes}. */
    private static final long TABLE_STEP_BYTES = 64 << 10;

    /** Told, by a thread that allocates, of what happens in the heap. */
    @FunctionalInterface
    public interface Listener extends ClaimProgress {
        /**
         * A block that another PE has freed is taken back.
         *
         * @param index of its entry
         */
        void returned(int index);

        /**
         * This PE has taken pieces.
         *
         * @param bytes how many
         * @param durationNs how long that took, in nanoseconds
         */
        default void grown(long bytes, long durationNs) {}

        @Override
        default void claimed(long bytes, long allBytes, long elapsedNs) {}
    }

    private final SharedLayout layout;
    private final long nodeBase;
    private final long base;
    private final BackingFile file;
    private final MemoryClaim memory;
    private final int me;
    private final int pe;
    private final long header;
    private final BlockTables tables;
    private final Pieces pieces;
    private final TlsfAllocator allocator = new TlsfAllocator(0);
    private final Listener listener;
    private final ClaimObserver observer;

    /** Bytes of a chunk of the table for which memory is claimed at a time; an observer is told of whole pieces. */
    private final long tableStepBytes;

    private final KeptBlocks keptBlocks = new KeptBlocks();

    /** Whether there is no piece to take. */
    private final boolean isEmpty;

    /** Free bytes that this PE keeps for its next allocations. */
    private final long keptBytes;

    /** By index of the entry: of an allocated block, or one of {@link #keptBlocks}; null for a free entry. */
    private Block[] blocks = new Block[64];

    /** Indices of free entries below {@link #entries}. */
    private int[] freeEntries = new int[64];

    private int freeEntryCount;

    /** Entries that were used so far. */
    private int entries;

    /** The entries for which there is memory. */
    private int readyEntries;

    private long usedBytes;
    private int allocations;

    /**
     * The shared heap as a PE sees it.
     *
     * @param file the node's file
     * @param node how that is laid out
     * @param nodeBase where that is mapped in this process
     * @param me this PE's index on the node
     * @param pe this PE's number in the job
     * @param hugePages whether to ask for huge pages
     * @param listener told of what happens
     * @param observer told of the memory that this PE claims, by a thread that allocates
     */
    public SharedHeap(
            BackingFile file,
            NodeLayout node,
            long nodeBase,
            int me,
            int pe,
            boolean hugePages,
            Listener listener,
            ClaimObserver observer) {
        this.layout = new SharedLayout(node.pes(), node.sharedBytes());
        this.nodeBase = nodeBase;
        this.base = nodeBase + node.sharedOffset();
        this.file = file;
        this.memory = new MemoryClaim(file, node.sharedOffset(), base, node.sharedBytes() & -PIECE_BYTES, hugePages);
        this.me = me;
        this.pe = pe;
        this.header = base + layout.headerOffset(me);
        this.tables = new BlockTables(layout, base);
        this.listener = listener;
        this.observer = observer;
        this.tableStepBytes = observer == ClaimObserver.NONE ? TABLE_STEP_BYTES : PIECE_BYTES;
        this.pieces = new Pieces(layout, base, me);
        this.isEmpty = layout.headersEnd() == 0;
        this.keptBytes = Math.min(MOST_KEPT_BYTES, capacity() / (2L * node.pes()));
    }

    /**
     * The tables of the blocks of all PEs of the node.
     *
     * @return a view, which also shows later changes
     */
    public BlockTables tables() {
        return tables;
    }

    /**
     * Allocates a block.
     *
     * @param bytes its size, at least 1
     * @param alignment of its address, a power of two, at most {@link NodeLayout#HEAP_ALIGNMENT}
     * @param kind what is in it, for those who get its handle: 0 … 127
     * @return its handle; {@link #NO_ROOM}, {@link #NO_MEMORY} or {@link #NO_HANDLE} if it was not allocated
     */
    public long allocate(long bytes, long alignment, int kind) {
        if (bytes > layout.bytes() || isEmpty) {
            return NO_ROOM;
        }
        if (++allocations % LOOK_EVERY == 0) {
            takeBack();
        }
        final int kept = alignment <= TlsfAllocator.GRANULE ? keptBlocks.take(bytes) : -1;
        if (kept < 0) {
            return allocateNew(bytes, alignment, kind);
        }
        usedBytes += blocks[kept].bytes();
        return publish(kept, bytes, alignment, kind);
    }

    private long allocateNew(long bytes, long alignment, int kind) {
        final int index = freeEntryCount > 0 ? freeEntries[freeEntryCount - 1] : entries;
        if (index == BlockHandle.MOST_BLOCKS) { // no handle has only ones there, so none is one of the reasons
            return reclaim() ? allocateNew(bytes, alignment, kind) : NO_HANDLE;
        }
        if (index >= readyEntries) {
            final long failure = reclaim() ? GROWN : extendTable(index);
            return failure == GROWN ? allocateNew(bytes, alignment, kind) : failure;
        }
        final Block block = allocator.allocate(bytes, alignment);
        if (block == null) {
            final long failure = reclaim() ? GROWN : grow(bytes, alignment);
            return failure == GROWN ? allocateNew(bytes, alignment, kind) : failure;
        }
        if (index == entries) {
            entries++;
            Memory.put32(header + SharedLayout.ENTRIES, entries);
        } else {
            freeEntryCount--;
        }
        blocks[index] = block;
        usedBytes += block.bytes();
        return publish(index, bytes, alignment, kind);
    }

    /** Gives all memory that was freed back to the allocator, and its entries to the table; false if there is none. */
    private boolean reclaim() {
        boolean gained = takeBack();
        for (int kept = keptBlocks.takeAny(); kept >= 0; kept = keptBlocks.takeAny()) {
            leave(kept);
            gained = true;
        }
        return gained;
    }

    /** Fills the entry of a block and makes it valid; returns the handle. */
    private long publish(int index, long bytes, long alignment, int kind) {
        final long entry = tables.entry(me, index);
        final int generation = BlockHandle.next(SharedLayout.generationOf(Memory.get64(entry + SharedLayout.STATE)));
        Memory.put64(entry + SharedLayout.OFFSET, blocks[index].offset());
        Memory.put64(entry + SharedLayout.BYTES, bytes);
        Memory.put32(entry + SharedLayout.ALIGNMENT, (int) alignment);
        Memory.put64Release(entry + SharedLayout.STATE, SharedLayout.live(generation, kind));
        return BlockHandle.of(pe, index, generation);
    }

    /**
     * Frees a block of any PE of the node.
     *
     * @param owner the index on the node of the PE that allocated it
     * @param handle the block's handle
     * @return false if the block was freed before; nothing has changed then
     */
    public boolean free(int owner, long handle) {
        final int index = BlockHandle.index(handle);
        if (!tables.end(owner, handle)) {
            return false;
        }
        if (owner == me) {
            recycle(index);
        } else {
            tables.pushFreed(owner, index);
        }
        return true;
    }

    /** Takes the blocks that other PEs have freed; false if there are none. */
    private boolean takeBack() {
        if (Memory.get64(header + SharedLayout.FREED) == 0) {
            return false;
        }
        long first = Memory.getAndSet64Volatile(header + SharedLayout.FREED, 0);
        while (first != 0) {
            final int index = (int) first - 1;
            first = Memory.get32(tables.entry(me, index) + SharedLayout.NEXT);
            listener.returned(index);
            recycle(index);
        }
        return true;
    }

    /** Uses a block that is free now for later allocations. */
    private void recycle(int index) {
        final long bytes = blocks[index].bytes();
        usedBytes -= bytes;
        if (!keptBlocks.add(index, bytes)) {
            leave(index);
        }
    }

    /** Gives a free block back to the allocator, and its entry to the table. */
    private void leave(int index) {
        final Block block = blocks[index];
        blocks[index] = null;
        final Block free = allocator.free(block);
        if (free.isExtent()
                && allocator.capacity() - usedBytes > keptBytes
                && observer.releases(free.offset(), free.bytes())) {
            allocator.removeExtent(free);
            memory.release(free.offset(), free.bytes());
            pieces.leave((int) (free.offset() / PIECE_BYTES), (int) (free.bytes() / PIECE_BYTES));
        }
        if (freeEntryCount == freeEntries.length) {
            freeEntries = Arrays.copyOf(freeEntries, 2 * freeEntryCount);
        }
        freeEntries[freeEntryCount++] = index;
    }

    /**
     * Changes the size of a block. Its alignment, and its content up to the smaller size, are kept.
     *
     * @param owner the index on the node of the PE that allocated it
     * @param handle the block's handle; stale afterwards, unless this fails
     * @param bytes the new size, at least 1
     * @return the handle of the block that replaces it, which this PE owns; as {@link #allocate} if there is none;
     *     {@link #STALE} if the block was freed before
     */
    public long reallocate(int owner, long handle, long bytes) {
        final long state = tables.stateAddress(owner, handle);
        final long live = state == 0 ? 0 : Memory.get64Acquire(state);
        if (!SharedLayout.isOf(live, handle)) {
            return STALE;
        }
        final int kind = SharedLayout.kindOf(live);
        final long from = tables.address(owner, handle);
        final long kept = Math.min(bytes, tables.bytes(owner, handle));
        final int alignment = Memory.get32(state + SharedLayout.ALIGNMENT);
        final long fresh = resizeInPlace(owner, handle, bytes, alignment, kind);
        if (fresh != 0) {
            return fresh;
        }
        final long moved = allocate(bytes, alignment, kind);
        if (isHandle(moved)) {
            Memory.copy(from, tables.address(me, moved), kept);
            if (!free(owner, handle)) {
                free(me, moved);
                return STALE;
            }
        }
        return moved;
    }

    /** The new handle if the block is this PE's and has room behind it, 0 if not, {@link #STALE} if it was freed. */
    private long resizeInPlace(int owner, long handle, long bytes, long alignment, int kind) {
        if (owner != me || bytes > layout.bytes()) {
            return 0;
        }
        final int index = BlockHandle.index(handle);
        final Block block = blocks[index];
        if (tables.state(me, handle) == 0) {
            return STALE;
        }
        final long oldBytes = block.bytes();
        if (!allocator.resize(block, bytes)) {
            return 0;
        }
        if (!tables.end(owner, handle)) {
            allocator.resize(block, oldBytes);
            return STALE;
        }
        usedBytes += block.bytes() - oldBytes;
        return publish(index, bytes, alignment, kind);
    }

    /**
     * Whether a result is a handle, and not the reason why there is none.
     *
     * @param handle a result of {@link #allocate} or {@link #reallocate}
     * @return true for a handle
     */
    public static boolean isHandle(long handle) {
        return handle > NO_ROOM || handle < GROWN;
    }

    /**
     * The memory that this PE's allocator has given out, after it has taken back what other PEs have freed.
     *
     * @return bytes, rounding included
     */
    public long usedBytes() {
        if (!isEmpty) {
            takeBack();
        }
        return usedBytes;
    }

    /**
     * The memory that this PE has claimed for its blocks.
     *
     * @return bytes, those of free blocks included
     */
    public long claimedBytes() {
        return allocator.capacity();
    }

    /**
     * The size of the whole shared heap.
     *
     * @return bytes
     */
    public long capacity() {
        return isEmpty ? 0 : (long) (layout.pieces() - layout.firstPiece()) * PIECE_BYTES;
    }

    /**
     * The memory that the shared heap can still get from the machine.
     *
     * @return as it is now
     */
    public AvailableMemory available() {
        return file.available();
    }

    /** Makes an entry usable, the first that is not. */
    private long extendTable(int index) {
        if (index == 0 && !prepare()) {
            return NO_MEMORY;
        }
        final long place = (long) (index % SharedLayout.CHUNK_ENTRIES) * SharedLayout.ENTRY_BYTES;
        if (place == 0) {
            final int piece = pieces.take(1);
            if (piece < 0) {
                return NO_ROOM;
            }
            if (!memory.claimPages(piece * PIECE_BYTES, tableStepBytes)) {
                pieces.leave(piece, 1);
                return NO_MEMORY;
            }
            observer.claimed(piece * PIECE_BYTES, PIECE_BYTES);
            Memory.put64Release(tables.chunkAddress(me, index), piece * PIECE_BYTES);
        } else if (!memory.claimPages(Memory.get64(tables.chunkAddress(me, index)) + place, tableStepBytes)) {
            return NO_MEMORY;
        }
        final int ready = index + (int) (tableStepBytes / SharedLayout.ENTRY_BYTES);
        if (blocks.length < ready) {
            blocks = Arrays.copyOf(blocks, Math.max(ready, 2 * blocks.length));
        }
        readyEntries = ready; // last, as the JVM may be out of memory
        return GROWN;
    }

    /**
     * Makes headers and owners known to the observer, which is told of whole pieces; each PE does so before its first
     * allocation. Their memory is there from the start.
     */
    private boolean prepare() {
        Memory.put64(nodeBase + NodeLayout.SHARED_IN_USE_OFFSET, 1);
        if (observer == ClaimObserver.NONE) {
            return true;
        }
        final long bytes = layout.firstPiece() * PIECE_BYTES;
        if (!memory.claimPages(0, bytes)) {
            return false;
        }
        observer.claimed(0, bytes);
        return true;
    }

    /** Takes pieces, in which the allocator finds room for a block at any place. */
    private long grow(long bytes, long alignment) {
        final long room = bytes + (alignment > TlsfAllocator.GRANULE ? alignment : 0);
        final int count = (int) Math.ceilDiv(room, PIECE_BYTES);
        final int first = pieces.take(count);
        if (first < 0) {
            return NO_ROOM;
        }
        final long start = System.nanoTime();
        final long growth = count * PIECE_BYTES;
        if (!memory.claim(
                first * PIECE_BYTES, growth, listener, () -> available().bytes())) {
            pieces.leave(first, count);
            return NO_MEMORY;
        }
        observer.claimed(first * PIECE_BYTES, growth);
        allocator.addExtent(first * PIECE_BYTES, growth);
        listener.grown(growth, System.nanoTime() - start);
        return GROWN;
    }
}
