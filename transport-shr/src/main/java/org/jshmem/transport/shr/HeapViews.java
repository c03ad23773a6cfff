package org.jshmem.transport.shr;

import java.util.function.BooleanSupplier;
import org.jshmem.heap.BackingFile;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.heap.Strided;
import org.jshmem.internal.transport.PieceTable;
import org.jshmem.posix.Libc;

/**
 * Copies many small blocks between this process and the heap of another process through a view: a part of that heap,
 * mapped for one copy. The kernel needs some hundred nanoseconds for each block that it moves by
 * {@link CrossMemoryAttach}. A view costs some 20 µs, and then a block costs a load and a store.
 *
 * <p><b>When a view pays.</b> There are at least {@value #LEAST_BLOCKS} blocks, and they lie close together: small
 * pages are mapped one by one, which costs as much as the kernel needs for a block. A huge page costs no more than a
 * small one.
 *
 * <p><b>Memory order.</b> Blocks are copied by plain loads and stores, as between mapped heaps, so elements are whole.
 * Nothing between the blocks is written. A fence ends each copy, so it is complete on return.
 *
 * <p><b>Failure.</b> If the system does not map a view, for example because of {@code ulimit -v}, the blocks that are
 * not yet copied are left to the caller.
 */
final class HeapViews {
    /** The fewest blocks for which a view pays. */
    private static final int LEAST_BLOCKS = 64;

    /** The most bytes in a view. */
    private static final long MOST_BYTES = 64L << 20;

    /** The largest distance between two blocks in small pages and in huge pages. */
    private static final long MOST_STRIDE = 2 << 10;

    private static final long MOST_HUGE_STRIDE = MOST_BYTES / PieceTable.MOST;

    /** The largest block. The kernel copies larger ones as fast. */
    private static final long MOST_BLOCK_BYTES = 8 << 10;

    private static final int NO_ACCESS = 0;
    private static final long PAGE_BYTES = 4096;

    /** A view consists of whole huge pages, because the kernel maps a part of one in small pages. */
    private static final long HUGE_PAGE_BYTES = 2 << 20;

    private final BackingFile file;
    private final NodeLayout layout;
    private final BooleanSupplier hasHugePages;
    private final long mostBytes;

    /** Address space for a view, wherever it begins in its first huge page, and for its alignment. */
    private final long reservedBytes;

    HeapViews(BackingFile file, NodeLayout layout, BooleanSupplier hasHugePages) {
        this(file, layout, hasHugePages, MOST_BYTES);
    }

    /**
     * Views of the heaps of a node.
     *
     * @param file the node's file
     * @param layout where the heaps are in it
     * @param hasHugePages whether heaps are in huge pages, as far as is known now
     * @param mostBytes the most bytes in a view
     */
    HeapViews(BackingFile file, NodeLayout layout, BooleanSupplier hasHugePages, long mostBytes) {
        this.file = file;
        this.layout = layout;
        this.hasHugePages = hasHugePages;
        this.mostBytes = mostBytes;
        this.reservedBytes = mostBytes + 3 * HUGE_PAGE_BYTES;
    }

    /**
     * Copies blocks to a heap if a view pays.
     *
     * @return how many blocks have been copied, from the first on
     */
    long putBlocks(
            int pe,
            long destOffset,
            long destStride,
            long sourceAddress,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        if (CrossMemoryAttach.gathers(destStride, blockBytes)) {
            return 0;
        }
        return copyBlocks(true, pe, destOffset, destStride, sourceAddress, sourceStride, blockBytes, nblocks);
    }

    /**
     * Copies blocks from a heap if a view pays.
     *
     * @return how many blocks have been copied, from the first on
     */
    long getBlocks(
            int pe,
            long destAddress,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        if (CrossMemoryAttach.scatters(sourceStride)) {
            return 0;
        }
        return copyBlocks(false, pe, sourceOffset, sourceStride, destAddress, destStride, blockBytes, nblocks);
    }

    private long copyBlocks(
            boolean write,
            int pe,
            long offset,
            long stride,
            long local,
            long localStride,
            long blockBytes,
            long nblocks) {
        if (!pays(nblocks, nblocks * blockBytes, nblocks * stride)) {
            return 0;
        }
        final long atOnce = mostBytes / stride;
        long done = 0;
        while (done < nblocks) {
            final long count = Math.min(atOnce, nblocks - done);
            final long reserved = reserve();
            try {
                final long part = offset + done * stride;
                final long view = map(reserved, pe, part, (count - 1) * stride + blockBytes);
                if (view == 0) {
                    break;
                }
                final long here = local + done * localStride;
                if (write) {
                    Strided.copy(here, localStride, view, stride, blockBytes, count);
                } else {
                    Strided.copy(view, stride, here, localStride, blockBytes, count);
                }
            } finally {
                release(reserved);
            }
            done += count;
        }
        Memory.fullFence();
        return done;
    }

    /**
     * Copies pieces to or from a heap if a view pays.
     *
     * @return whether they have been copied
     */
    boolean copyPieces(boolean write, int pe, PieceTable pieces) {
        if (pieces.count() < LEAST_BLOCKS) {
            return false;
        }
        long start = Long.MAX_VALUE;
        long end = 0;
        long bytes = 0;
        for (int i = 0; i < pieces.count(); i++) {
            start = Math.min(start, pieces.offset(i));
            end = Math.max(end, pieces.offset(i) + pieces.bytes(i));
            bytes += pieces.bytes(i);
        }
        if (end - start > mostBytes || !pays(pieces.count(), bytes, end - start)) {
            return false;
        }
        final long reserved = reserve();
        try {
            final long view = map(reserved, pe, start, end - start);
            if (view == 0) {
                return false;
            }
            for (int i = 0; i < pieces.count(); i++) {
                final long there = view + pieces.offset(i) - start;
                final long here = pieces.address(i);
                Memory.copyFew(write ? here : there, write ? there : here, pieces.bytes(i));
            }
        } finally {
            release(reserved);
        }
        Memory.fullFence();
        return true;
    }

    private boolean pays(long nblocks, long bytes, long span) {
        return nblocks >= LEAST_BLOCKS
                && bytes <= nblocks * MOST_BLOCK_BYTES
                && span <= nblocks * (hasHugePages.getAsBoolean() ? MOST_HUGE_STRIDE : MOST_STRIDE);
    }

    private long reserve() {
        return Libc.mmap(0, reservedBytes, NO_ACCESS, Libc.MAP_PRIVATE_ANONYMOUS | Libc.MAP_NORESERVE, -1, 0);
    }

    private void release(long reserved) {
        if (reserved > 0) {
            Libc.munmap(reserved, reservedBytes);
        }
    }

    /**
     * Maps a part of a heap in a reserved range.
     *
     * @return the address of the part; 0 if the system refuses
     */
    private long map(long reserved, int pe, long offset, long bytes) {
        if (reserved < 0) {
            return 0;
        }
        final long start = layout.heapOffset(pe) + offset;
        final long within = start & HUGE_PAGE_BYTES - 1;
        final long address = roundUp(reserved);
        final int flags = Libc.MAP_SHARED | Libc.MAP_FIXED | Libc.MAP_NORESERVE;
        final long length = roundUp(within + bytes);
        if (Libc.mmap(address, length, Libc.READ_WRITE, flags, file.fd(), start - within) < 0) {
            return 0;
        }
        final long view = address + within;
        final long page = view & -PAGE_BYTES;
        Libc.madvise(page, view + bytes - page, Libc.MADV_POPULATE_READ); // without it each page costs a fault
        return view;
    }

    private static long roundUp(long bytes) {
        return bytes + HUGE_PAGE_BYTES - 1 & -HUGE_PAGE_BYTES;
    }
}
