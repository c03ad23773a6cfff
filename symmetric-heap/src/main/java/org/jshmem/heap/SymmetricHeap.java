package org.jshmem.heap;

/**
 * This PE's own heap: its mapping, and the claiming of memory for it.
 *
 * <p>The heap reserves addresses only. Memory is claimed explicitly as the allocator grows, because a first touch
 * without available memory would end the process. Memory is claimed in units of a huge page: one small page of each
 * unit, then {@code MADV_COLLAPSE} of the range. An ordinary user may call that even if huge pages of shared memory are
 * off, and it zeroes eight times faster than faults of small pages do. If the system refuses, the range is claimed in
 * small pages.
 *
 * <p>Not thread-safe; the runtime allocates under its own lock.
 */
public final class SymmetricHeap {
    private final MemoryClaim memory;
    private final long base;
    private final long bytes;
    private final boolean hugePages;

    /** The bytes from the start of the heap for which memory is claimed; a multiple of {@link #UNIT}. */
    private long claimed;

    /**
     * A heap for which no memory is claimed yet.
     *
     * @param file the file that backs it
     * @param fileOffset its offset in the file
     * @param base its address in this process
     * @param bytes its size
     * @param hugePages whether to try huge pages
     */
    public SymmetricHeap(BackingFile file, long fileOffset, long base, long bytes, boolean hugePages) {
        this.memory = new MemoryClaim(file, fileOffset, base, hugePages);
        this.base = base;
        this.bytes = bytes;
    }

    /**
     * The address of the heap in this process.
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
     * The memory that must be claimed before the heap can be used up to an offset.
     *
     * @param end the offset
     * @return bytes, 0 if it can be used now
     */
    public long unclaimed(long end) {
        return Math.max(0, claimEnd(end) - claimed);
    }

    /**
     * Claims memory for the heap up to an offset.
     *
     * @param end the offset
     * @return false if memory does not suffice; nothing has changed then
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
     * Gives back the memory above an offset, after an allocation that failed on some PE.
     *
     * @param end the offset up to which the heap stays usable
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
