package org.jshmem.heap;

import org.jshmem.posix.Libc;

/**
 * This PE's own heap: where it is mapped, and how much of it has memory behind it.
 *
 * <p>The heap reserves addresses; memory is claimed as the allocator grows, explicitly and checked, because a first
 * touch that finds no memory would end the process. Memory is claimed in units of a huge page: one small page of each
 * unit, then {@code MADV_COLLAPSE}, which an ordinary user may call where huge pages of shared memory are otherwise
 * off, and which zeroes eight times faster than page by page. Where the system refuses, the unit is claimed in small
 * pages.
 *
 * <p>Not thread-safe; the runtime allocates under its own lock.
 */
public final class SymmetricHeap {
    /** The unit in which memory is claimed. */
    public static final long UNIT = 2L << 20;

    private static final long SMALL_PAGE = 4096;

    private final BackingFile file;
    private final long fileOffset;
    private final long base;
    private final long bytes;
    private final boolean hugePages;
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
        this.file = file;
        this.fileOffset = fileOffset;
        this.base = base;
        this.bytes = bytes;
        this.hugePages = hugePages;
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
        final long from = claimed;
        final long length = unclaimed(end);
        if (length == 0) {
            return true;
        }
        if (!(hugePages && claimHuge(from, length)) && !file.claim(fileOffset + from, length)) {
            file.release(fileOffset + from, length);
            return false;
        }
        claimed = from + length;
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
            file.release(fileOffset + keep, claimed - keep);
            claimed = keep;
        }
    }

    private boolean claimHuge(long from, long length) {
        for (long unit = from; unit < from + length; unit += UNIT) {
            if (!file.claim(fileOffset + unit, SMALL_PAGE)) {
                return false;
            }
        }
        return Libc.madvise(base + from, length, Libc.MADV_COLLAPSE) >= 0;
    }

    private long claimEnd(long end) {
        return Math.ceilDiv(end, UNIT) * UNIT;
    }
}
