package org.jshmem.transport.ofi.domain;

import org.jshmem.heap.SymmetricHeap;

/**
 * The regions in which a heap is registered as it is claimed. They are the same on all PEs, so that each knows where
 * the regions of another one end.
 *
 * <p>Some regions have the size of the unit in which memory is claimed, as many have twice that size, as many four
 * times, and so on. So no region is larger than a fixed part of what lies before it, and a heap that may grow far, but
 * does not, is claimed by small regions only. An offset plus the size of all regions of the smallest size is a number
 * whose leading bits are those of its region, and whose other bits are the place within.
 *
 * @param shift the logarithm of how many regions have the same size
 */
public record Regions(int shift) {
    /**
     * Most regions of a symmetric heap. Providers have room for a limited number of them; cxi wants no more than about
     * 100 in a process, and there are those of the shared heap besides.
     */
    static final int MOST = 64;

    private static final int UNIT_SHIFT = Long.numberOfTrailingZeros(SymmetricHeap.UNIT);

    /** So many of the smallest size that no heap has others. */
    private static final int ALL = 40;

    /** Regions of the unit in which memory is claimed. */
    public static Regions units() {
        return new Regions(ALL);
    }

    /** Regions of a symmetric heap: as small as they can be without being more than {@value #MOST}. */
    public static Regions of(long heapBytes) {
        Regions regions = new Regions(Integer.numberOfTrailingZeros(MOST));
        while (regions.index(heapBytes - 1) >= MOST) {
            regions = new Regions(regions.shift - 1);
        }
        return regions;
    }

    /** The region that has the byte at an offset. */
    public int index(long offset) {
        final long number = number(offset);
        final int size = sizeShift(number);
        return (int) (((long) (size - UNIT_SHIFT) << shift) + (number >>> size) - (1L << shift));
    }

    /** How far an offset is from the start of its region. */
    public long within(long offset) {
        final long number = number(offset);
        return number & bytes(number) - 1;
    }

    /** How much of the region of an offset lies behind it, that byte included. */
    public long left(long offset) {
        return bytes(number(offset)) - within(offset);
    }

    /** Where the last region ends that has any of the bytes in front of an offset. */
    public long end(long offset) {
        return offset == 0 ? 0 : offset - 1 + left(offset - 1);
    }

    private long number(long offset) {
        return offset + (1L << shift + UNIT_SHIFT);
    }

    private long bytes(long number) {
        return 1L << sizeShift(number);
    }

    private int sizeShift(long number) {
        return Long.SIZE - 1 - Long.numberOfLeadingZeros(number) - shift;
    }
}
