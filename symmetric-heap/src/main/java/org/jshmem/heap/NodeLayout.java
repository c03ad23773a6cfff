package org.jshmem.heap;

/**
 * Where things are in the memory that the PEs of a node share: a header page, a control page for each PE, then every PE's heap
 * at a fixed stride.
 *
 * @param pes PEs on the node
 * @param heapBytes the size of one heap, as asked for
 */
public record NodeLayout(int pes, long heapBytes) {
    /** The size of the header and of each PE's control page. */
    public static final long CONTROL_BYTES = 4096;

    /** Heaps start at multiples of this, the largest alignment of an allocation. */
    public static final long HEAP_ALIGNMENT = 16L << 20;

    /** Where the header is. */
    public static final long HEADER_OFFSET = 0;

    /**
     * A PE's control page.
     *
     * @param index the PE's index on the node
     * @return bytes from the start
     */
    public long controlOffset(int index) {
        return CONTROL_BYTES * (1 + index);
    }

    /**
     * The size of header and control pages.
     *
     * @return bytes
     */
    public long controlEnd() {
        return controlOffset(pes);
    }

    /**
     * The distance between two heaps.
     *
     * @return bytes
     */
    public long stride() {
        return Math.ceilDiv(heapBytes, HEAP_ALIGNMENT) * HEAP_ALIGNMENT;
    }

    /**
     * A PE's heap.
     *
     * @param index the PE's index on the node
     * @return bytes from the start
     */
    public long heapOffset(int index) {
        return Math.ceilDiv(controlEnd(), HEAP_ALIGNMENT) * HEAP_ALIGNMENT + index * stride();
    }

    /**
     * The size of everything.
     *
     * @return bytes
     */
    public long totalBytes() {
        return heapOffset(pes);
    }

    /**
     * Whether everything fits an address space.
     *
     * @return false for heaps too large or too many
     */
    public boolean fits() {
        return heapBytes <= AddressWindow.MAX_BYTES / pes && totalBytes() <= AddressWindow.MAX_BYTES;
    }
}
