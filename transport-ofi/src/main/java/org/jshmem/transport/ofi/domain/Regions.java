package org.jshmem.transport.ofi.domain;

import org.jshmem.heap.SymmetricHeap;

/**
 * The regions in which a heap is registered as it is claimed: of equal size, a power of two. They are the same on all
 * PEs, so that each knows where the regions of another one end.
 *
 * @param shift the logarithm of their size
 */
public record Regions(int shift) {
    /**
     * Most regions of a symmetric heap. Providers have room for a limited number of them; cxi wants no more than about
     * 100 in a process, and there are those of the shared heap besides.
     */
    static final int MOST = 64;

    /** Regions of the unit in which memory is claimed. */
    public static Regions units() {
        return new Regions(Long.numberOfTrailingZeros(SymmetricHeap.UNIT));
    }

    /** Regions of a symmetric heap: as small as they can be without being more than {@value #MOST}. */
    public static Regions of(long heapBytes) {
        Regions regions = units();
        while (regions.index(heapBytes - 1) >= MOST) {
            regions = new Regions(regions.shift + 1);
        }
        return regions;
    }

    /** The size of a region. */
    public long bytes() {
        return 1L << shift;
    }

    /** The region that has the byte at an offset. */
    public int index(long offset) {
        return (int) (offset >>> shift);
    }

    /** How far an offset is from the start of its region. */
    public long within(long offset) {
        return offset & bytes() - 1;
    }

    /** How much of the region of an offset lies behind it, that byte included. */
    public long left(long offset) {
        return bytes() - within(offset);
    }
}
