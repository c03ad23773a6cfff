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
     * Checks strided blocks. If the spans of both sides overlap, the blocks are disjoint only if the strides are equal
     * and the blocks of one side lie in the gaps of the other; other strides count as an overlap without a proof. Both
     * strides of a single block are its size.
     */
    static void checkBlocks(long dest, long destStride, long source, long sourceStride, long blockBytes, long nblocks) {
        if (!Checks.ENABLED) {
            return;
        }
        final long destEnd = dest + (nblocks - 1) * destStride + blockBytes;
        final long sourceEnd = source + (nblocks - 1) * sourceStride + blockBytes;
        final boolean spansMeet = dest < sourceEnd && source < destEnd;
        if (spansMeet && !interleaved(dest - source, destStride, sourceStride, blockBytes)) {
            throw overlap("the blocks of dest and source, of " + blockBytes + " bytes, overlap");
        }
    }

    private static boolean interleaved(long distance, long destStride, long sourceStride, long blockBytes) {
        final long phase = Math.floorMod(distance, destStride);
        return destStride == sourceStride && phase >= blockBytes && destStride - phase >= blockBytes;
    }

    private static IllegalArgumentException overlap(String how) {
        return new IllegalArgumentException(
                how + " on the same PE; copy within a PE by MemorySegment.copy or an own buffer");
    }
}
