package org.jshmem.internal;

import org.jshmem.spi.Checks;

/**
 * Detects transfers whose source and destination overlap, which the specification leaves undefined. It compares
 * addresses: every heap is mapped once in a process, so two ranges overlap exactly if their addresses do.
 */
final class Overlap {
    private Overlap() {}

    static void check(long dest, long source, long bytes) {
        if (Checks.ENABLED && dest < source + bytes && source < dest + bytes) {
            throw overlap(
                    "dest and source overlap by " + (bytes - Math.abs(dest - source)) + " of " + bytes + " bytes");
        }
    }

    /**
     * Checks strided blocks. With equal strides, blocks whose spans overlap are disjoint if those of one side lie in
     * the gaps of the other; with others, all blocks are compared. Both strides of a single block are its size.
     */
    static void checkBlocks(long dest, long destStride, long source, long sourceStride, long blockBytes, long nblocks) {
        if (!Checks.ENABLED) {
            return;
        }
        final long destEnd = dest + (nblocks - 1) * destStride + blockBytes;
        final long sourceEnd = source + (nblocks - 1) * sourceStride + blockBytes;
        final boolean spansMeet = dest < sourceEnd && source < destEnd;
        if (spansMeet
                && (destStride == sourceStride
                        ? !isInGaps(dest - source, destStride, blockBytes)
                        : share(dest, destStride, source, sourceStride, blockBytes, nblocks))) {
            throw overlap("the blocks of dest and source, of " + blockBytes + " bytes, overlap");
        }
    }

    private static boolean isInGaps(long distance, long stride, long blockBytes) {
        final long phase = Math.floorMod(distance, stride);
        return phase >= blockBytes && stride - phase >= blockBytes;
    }

    /** Whether two blocks share bytes; goes up both rows of blocks at once. */
    private static boolean share(
            long dest, long destStride, long source, long sourceStride, long blockBytes, long nblocks) {
        long i = 0;
        long j = 0;
        boolean isShared = false;
        while (!isShared && i < nblocks && j < nblocks) {
            final long distance = dest + i * destStride - (source + j * sourceStride);
            if (distance <= -blockBytes) {
                i++;
            } else if (distance >= blockBytes) {
                j++;
            } else {
                isShared = true;
            }
        }
        return isShared;
    }

    private static IllegalArgumentException overlap(String how) {
        return new IllegalArgumentException(
                how + " on the same PE; copy within a PE by MemorySegment.copy or an own buffer");
    }
}
