package org.jshmem.heap;

import java.util.Arrays;

/**
 * Small blocks that were freed and stay divided, for the next allocation of the same size: a stack of table entries for
 * each size. It spares the allocator the joining and splitting.
 *
 * <p>Callers hold the lock of the heap.
 */
final class KeptBlocks {
    /** The largest block that is kept, in granules. */
    private static final int MOST_GRANULES = 64;

    /** The most bytes of blocks of one size. */
    private static final int MOST_BYTES = 64 << 10;

    private static final int NONE = -1;

    /** By size in granules: the entry of the block that was freed last. */
    private final int[] first = new int[MOST_GRANULES + 1];

    private final int[] counts = new int[MOST_GRANULES + 1];

    /** By entry: the entry below it in its stack. */
    private int[] below = new int[64];

    KeptBlocks() {
        Arrays.fill(first, NONE);
    }

    /** Keeps a block; false if it is too large, or if there are enough of its size. */
    boolean add(int entry, long bytes) {
        final long granules = bytes / TlsfAllocator.GRANULE;
        if (granules > MOST_GRANULES || (counts[(int) granules] + 1) * bytes > MOST_BYTES) {
            return false;
        }
        if (entry >= below.length) {
            below = Arrays.copyOf(below, Math.max(entry + 1, 2 * below.length));
        }
        final int size = (int) granules;
        below[entry] = first[size];
        first[size] = entry;
        counts[size]++;
        return true;
    }

    /** The entry of a block for so many bytes, which is no longer kept; −1 if there is none. */
    int take(long bytes) {
        final long granules = Math.ceilDiv(bytes, TlsfAllocator.GRANULE);
        return granules > MOST_GRANULES ? NONE : takeOf((int) granules);
    }

    /** The entry of any block, which is no longer kept; −1 if there is none. */
    int takeAny() {
        for (int size = 1; size <= MOST_GRANULES; size++) {
            if (first[size] != NONE) {
                return takeOf(size);
            }
        }
        return NONE;
    }

    private int takeOf(int size) {
        final int entry = first[size];
        if (entry != NONE) {
            first[size] = below[entry];
            counts[size]--;
        }
        return entry;
    }
}
