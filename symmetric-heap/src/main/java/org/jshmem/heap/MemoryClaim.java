package org.jshmem.heap;

import org.jshmem.posix.Libc;

/**
 * Claims memory for parts of a mapped file, explicitly and checked, because a first touch that finds no memory would
 * end the process.
 *
 * <p>Memory is claimed in units of a huge page: one small page of each unit, then {@code MADV_COLLAPSE}, which an
 * ordinary user may call where huge pages of shared memory are otherwise off, and which zeroes eight times faster than
 * page by page. Where the system refuses, the unit is claimed in small pages. Any thread of any process may call.
 */
final class MemoryClaim {
    /** The unit in which memory is claimed, the size of a huge page. */
    static final long UNIT = 2L << 20;

    private final BackingFile file;
    private final long fileOffset;
    private final long base;
    private final boolean hugePages;

    /**
     * Claims for a mapped range of a file.
     *
     * @param file the file
     * @param fileOffset where the range starts in the file
     * @param base where the range is mapped
     * @param hugePages whether to ask for huge pages
     */
    MemoryClaim(BackingFile file, long fileOffset, long base, boolean hugePages) {
        this.file = file;
        this.fileOffset = fileOffset;
        this.base = base;
        this.hugePages = hugePages;
    }

    /**
     * Claims whole units.
     *
     * @param offset bytes from the start of the range, a multiple of {@link #UNIT}
     * @param bytes a multiple of {@link #UNIT}
     * @return false if there is not enough memory; the memory of the whole part is given back then
     */
    boolean claim(long offset, long bytes) {
        if (hugePages && claimHuge(offset, bytes) || file.claim(fileOffset + offset, bytes)) {
            return true;
        }
        release(offset, bytes);
        return false;
    }

    /**
     * Claims a few small pages; memory that this or another PE has claimed before keeps its content.
     *
     * @param offset bytes from the start of the range
     * @param bytes how many
     * @return false if there is not enough memory
     */
    boolean claimPages(long offset, long bytes) {
        return file.claimPages(fileOffset + offset, bytes);
    }

    /**
     * Gives memory back. It reads as zeros until it is claimed again.
     *
     * @param offset bytes from the start of the range
     * @param bytes how many
     */
    void release(long offset, long bytes) {
        file.release(fileOffset + offset, bytes);
    }

    private boolean claimHuge(long offset, long bytes) {
        for (long unit = offset; unit < offset + bytes; unit += UNIT) {
            if (!file.claim(fileOffset + unit, BackingFile.SMALL_PAGE)) {
                return false;
            }
        }
        return Libc.madvise(base + offset, bytes, Libc.MADV_COLLAPSE) >= 0;
    }
}
