package org.jshmem.heap;

/**
 * The addresses and the memory of this PE's own heap. The heap reserves addresses, and claims memory as the allocator
 * grows ({@link MemoryClaim}).
 *
 * <p>Not thread-safe: the runtime allocates under a lock.
 */
public final class SymmetricHeap {
    private final MemoryClaim memory;
    private final long base;
    private final long bytes;
    private long claimed;

    /**
     * A heap without memory.
     *
     * @param file the file behind it
     * @param fileOffset where it starts there
     * @param base where it is mapped
     * @param bytes its size
     * @param hugePages whether to ask for huge pages
     */
    public SymmetricHeap(BackingFile file, long fileOffset, long base, long bytes, boolean hugePages) {
        this.memory = new MemoryClaim(file, fileOffset, base, hugePages);
        this.base = base;
        this.bytes = bytes;
    }

    /**
     * Where the heap is mapped in this process.
     *
     * @return an address
     */
    public long base() {
        return base;
    }

    /**
     * The heap's size.
     *
     * @return bytes
     */
    public long bytes() {
        return bytes;
    }

    /**
     * How much memory must be claimed before the first so many bytes can be used.
     *
     * @param end bytes from the start of the heap
     * @return bytes, 0 if they can be used now
     */
    public long unclaimed(long end) {
        return Math.max(0, claimEnd(end) - claimed);
    }

    /**
     * Claims memory for the start of the heap.
     *
     * @param end bytes from the start of the heap that are to be usable
     * @return false if there is not enough memory; nothing has changed then
     */
    public boolean claim(long end) {
        final long length = unclaimed(end);
        if (length > 0 && !memory.claim(claimed, length)) {
            return false;
        }
        claimed += length;
        return true;
    }

    /**
     * Gives memory at the end of the claimed part back, when another PE could not claim its own.
     *
     * @param end bytes from the start of the heap that are to stay usable
     */
    public void unclaim(long end) {
        final long keep = claimEnd(end);
        if (keep < claimed) {
            memory.release(keep, claimed - keep);
            claimed = keep;
        }
    }

    private long claimEnd(long end) {
        return Math.ceilDiv(end, MemoryClaim.UNIT) * MemoryClaim.UNIT;
    }
}
