package org.jshmem.internal.transport;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.ref.Reference;
import org.jshmem.heap.Memory;
import org.jshmem.heap.Strided;

/**
 * Transfers between local segments or arrays and heaps that are not mapped in this process. If the memory of a segment
 * {@code lasts} for the duration of the call, its address is used directly. Memory in the Java heap has no address, and
 * memory that another thread may free must not be accessed by address; both are copied piece by piece through a bounce
 * buffer of the calling thread. Arrays are passed as such: a segment of an array would be a new object per transfer.
 */
public final class BouncedTransfers {
    /** The size of {@link #scratch} in bytes. */
    public static final long SCRATCH_BYTES = 256 << 10;

    private static final ThreadLocal<MemorySegment> BOUNCE =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(SCRATCH_BYTES, 64));

    /** The size of {@link #word} in bytes. */
    private static final long WORD_BYTES = 64;

    private static final ThreadLocal<MemorySegment> WORD =
            ThreadLocal.withInitial(() -> Arena.ofAuto().allocate(WORD_BYTES, WORD_BYTES));

    private BouncedTransfers() {}

    /**
     * The address of this thread's buffer, for data that has no address or must be aligned; used during one call only.
     */
    public static long scratch() {
        return BOUNCE.get().address();
    }

    /**
     * The address of this thread's buffer for one element; used during one call only. Thousands of threads that move
     * elements would take gigabytes by {@link #scratch}.
     */
    public static long word() {
        return WORD.get().address();
    }

    /** Copies a segment to a PE. */
    public static void put(
            Transport to, int pe, long destOffset, MemorySegment source, long start, long bytes, boolean lasts) {
        if (lasts) {
            try {
                to.put(pe, destOffset, addressOf(source, start), bytes);
            } finally {
                Reference.reachabilityFence(source);
            }
            return;
        }
        final long bounce = scratch();
        for (long done = 0; done < bytes; done += SCRATCH_BYTES) {
            final long piece = Math.min(SCRATCH_BYTES, bytes - done);
            Memory.copy(source, start + done, bounce, piece);
            FileFault.raise(source);
            to.put(pe, destOffset + done, bounce, piece);
        }
    }

    /** Copies from a PE to a segment. */
    public static void get(
            Transport from, int pe, MemorySegment dest, long start, long sourceOffset, long bytes, boolean lasts) {
        if (lasts) {
            try {
                from.get(pe, addressOf(dest, start), sourceOffset, bytes);
            } finally {
                Reference.reachabilityFence(dest);
            }
            return;
        }
        final long bounce = scratch();
        for (long done = 0; done < bytes; done += SCRATCH_BYTES) {
            final long piece = Math.min(SCRATCH_BYTES, bytes - done);
            from.get(pe, bounce, sourceOffset + done, piece);
            Memory.copy(bounce, dest, start + done, piece);
            FileFault.raise(dest);
        }
    }

    /** Copies blocks of a segment to a PE. */
    public static void putBlocks(
            Transport to,
            int pe,
            long destOffset,
            long destStride,
            MemorySegment source,
            long start,
            long sourceStride,
            long blockBytes,
            long nblocks,
            boolean lasts) {
        if (lasts) {
            try {
                to.putBlocks(pe, destOffset, destStride, addressOf(source, start), sourceStride, blockBytes, nblocks);
            } finally {
                Reference.reachabilityFence(source);
            }
            return;
        }
        if (blockBytes > SCRATCH_BYTES) {
            for (long i = 0; i < nblocks; i++) {
                put(to, pe, destOffset + i * destStride, source, start + i * sourceStride, blockBytes, false);
            }
            return;
        }
        final long bounce = scratch();
        final long atOnce = SCRATCH_BYTES / blockBytes;
        for (long i = 0; i < nblocks; i += atOnce) {
            final long count = Math.min(atOnce, nblocks - i);
            Strided.copy(source, start + i * sourceStride, sourceStride, bounce, blockBytes, blockBytes, count);
            FileFault.raise(source);
            to.putBlocks(pe, destOffset + i * destStride, destStride, bounce, blockBytes, blockBytes, count);
        }
    }

    /** Copies blocks from a PE to a segment. */
    public static void getBlocks(
            Transport from,
            int pe,
            MemorySegment dest,
            long start,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks,
            boolean lasts) {
        if (lasts) {
            try {
                from.getBlocks(pe, addressOf(dest, start), destStride, sourceOffset, sourceStride, blockBytes, nblocks);
            } finally {
                Reference.reachabilityFence(dest);
            }
            return;
        }
        if (blockBytes > SCRATCH_BYTES) {
            for (long i = 0; i < nblocks; i++) {
                get(from, pe, dest, start + i * destStride, sourceOffset + i * sourceStride, blockBytes, false);
            }
            return;
        }
        final long bounce = scratch();
        final long atOnce = SCRATCH_BYTES / blockBytes;
        for (long i = 0; i < nblocks; i += atOnce) {
            final long count = Math.min(atOnce, nblocks - i);
            from.getBlocks(pe, bounce, blockBytes, sourceOffset + i * sourceStride, sourceStride, blockBytes, count);
            Strided.copy(bounce, blockBytes, dest, start + i * destStride, destStride, blockBytes, count);
            FileFault.raise(dest);
        }
    }

    /** Copies part of an array to a PE. */
    static void putArray(
            Transport to, int pe, long destOffset, Object source, int start, int nelems, ValueLayout element) {
        final int width = (int) element.byteSize();
        final int most = (int) SCRATCH_BYTES / width;
        final long bounce = scratch();
        for (long done = 0; done < nelems; done += most) {
            final int piece = (int) Math.min(most, nelems - done);
            MemorySegment.copy(source, start + (int) done, Memory.ALL, element, bounce, piece);
            to.put(pe, destOffset + done * width, bounce, (long) piece * width);
        }
    }

    /** Copies from a PE to part of an array. */
    static void getArray(
            Transport from, int pe, Object dest, int start, long sourceOffset, int nelems, ValueLayout element) {
        final int width = (int) element.byteSize();
        final int most = (int) SCRATCH_BYTES / width;
        final long bounce = scratch();
        for (long done = 0; done < nelems; done += most) {
            final int piece = (int) Math.min(most, nelems - done);
            from.get(pe, bounce, sourceOffset + done * width, (long) piece * width);
            MemorySegment.copy(Memory.ALL, element, bounce, dest, start + (int) done, piece);
        }
    }

    /** Copies blocks of an array to a PE. */
    public static void putArrayBlocks(
            Transport to,
            int pe,
            long destOffset,
            long destStride,
            Object source,
            int start,
            int sourceStride,
            int bsize,
            int nblocks,
            ValueLayout element) {
        final long blockBytes = bsize * element.byteSize();
        if (blockBytes > SCRATCH_BYTES) {
            for (int i = 0; i < nblocks; i++) {
                to.putArray(pe, destOffset + i * destStride, source, start + i * sourceStride, bsize, element);
            }
            return;
        }
        final long bounce = scratch();
        final int atOnce = (int) (SCRATCH_BYTES / blockBytes);
        for (long i = 0; i < nblocks; i += atOnce) {
            final int count = (int) Math.min(atOnce, nblocks - i);
            for (int k = 0; k < count; k++) {
                final int from = start + (int) (i + k) * sourceStride;
                MemorySegment.copy(source, from, Memory.ALL, element, bounce + k * blockBytes, bsize);
            }
            to.putBlocks(pe, destOffset + i * destStride, destStride, bounce, blockBytes, blockBytes, count);
        }
    }

    /** Copies blocks from a PE to an array. */
    public static void getArrayBlocks(
            Transport from,
            int pe,
            Object dest,
            int start,
            int destStride,
            long sourceOffset,
            long sourceStride,
            int bsize,
            int nblocks,
            ValueLayout element) {
        final long blockBytes = bsize * element.byteSize();
        if (blockBytes > SCRATCH_BYTES) {
            for (int i = 0; i < nblocks; i++) {
                from.getArray(pe, dest, start + i * destStride, sourceOffset + i * sourceStride, bsize, element);
            }
            return;
        }
        final long bounce = scratch();
        final int atOnce = (int) (SCRATCH_BYTES / blockBytes);
        for (long i = 0; i < nblocks; i += atOnce) {
            final int count = (int) Math.min(atOnce, nblocks - i);
            from.getBlocks(pe, bounce, blockBytes, sourceOffset + i * sourceStride, sourceStride, blockBytes, count);
            for (int k = 0; k < count; k++) {
                final int to = start + (int) (i + k) * destStride;
                MemorySegment.copy(Memory.ALL, element, bounce + k * blockBytes, dest, to, bsize);
            }
        }
    }

    /** The address of a segment's byte; throws if the segment is not alive or not accessible by this thread. */
    public static long addressOf(MemorySegment segment, long start) {
        segment.get(JAVA_BYTE, start);
        return segment.address() + start;
    }
}
