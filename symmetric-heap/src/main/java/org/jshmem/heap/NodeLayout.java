package org.jshmem.heap;

/**
 * The layout of the memory that the PEs of a node share, in this order:
 *
 * <table>
 *   <caption>Layout</caption>
 *   <tr><td>header</td><td>one page</td></tr>
 *   <tr><td>control memory</td><td>for each PE of the node, then for each guest: {@link #SLOTS} slots, one per
 *       team</td></tr>
 *   <tr><td>mailboxes</td><td>for each ordered pair of PEs of the node; a PE's own is its wait point</td></tr>
 *   <tr><td>heaps</td><td>for each PE of the node, at a fixed stride</td></tr>
 * </table>
 *
 * <p>Guests are the PEs of other nodes. They only have control memory here, which is written by their messages.
 *
 * @param pes PEs on the node
 * @param guests PEs of the job that are on other nodes
 * @param heapBytes the requested size of one heap
 */
public record NodeLayout(int pes, int guests, long heapBytes, long sharedBytes) {
    /** The size of the header. */
    public static final long HEADER_BYTES = 4096;

    /** Slots of a PE, which limit the number of its teams at a time. */
    public static final int SLOTS = 64;

    /** The size of a slot. */
    public static final long SLOT_BYTES = 1024;

    /** The size of each PE's control memory. */
    public static final long CONTROL_BYTES = SLOTS * SLOT_BYTES;

    /**
     * The distance between the control memory of two PEs. With a power of two, the lines that all PEs read in a barrier
     * would map to the same few cache sets and evict one another.
     */
    private static final long CONTROL_STRIDE = CONTROL_BYTES + 128;

    /** The size of a mailbox: two cache lines, since CPUs prefetch lines in pairs. */
    public static final long MAILBOX_BYTES = 128;

    /** Heaps start at multiples of this, the largest alignment of an allocation. */
    public static final long HEAP_ALIGNMENT = 16L << 20;

    /** The offset of the header. */
    public static final long HEADER_OFFSET = 0;

    /** A word of the header that is not 0 once a PE has allocated from the shared heap. */
    public static final long SHARED_IN_USE_OFFSET = HEADER_OFFSET + 256;

    /**
     * The layout of the only node of a job, without a shared heap.
     *
     * @param pes PEs on the node
     * @param heapBytes the requested size of one heap
     */
    public NodeLayout(int pes, long heapBytes) {
        this(pes, 0, heapBytes, 0);
    }

    /**
     * The offset of a PE's control memory.
     *
     * @param index the PE's index on the node; guests follow the PEs of the node
     * @return bytes from the start
     */
    public long controlOffset(int index) {
        return HEADER_BYTES + CONTROL_STRIDE * index;
    }

    /**
     * The offset of a slot of a PE's control memory.
     *
     * @param index the PE's index on the node
     * @param slot from 0 to {@link #SLOTS} − 1
     * @return bytes from the start
     */
    public long slotOffset(int index, int slot) {
        return controlOffset(index) + SLOT_BYTES * slot;
    }

    /**
     * The offset of the mailbox in which one PE requests an operation of another.
     *
     * @param owner index on the node of the PE that executes the operation
     * @param requester index on the node of the PE that requests it
     * @return bytes from the start
     */
    public long mailboxOffset(int owner, int requester) {
        return controlOffset(pes + guests) + ((long) owner * pes + requester) * MAILBOX_BYTES;
    }

    /**
     * The offset of a PE's wait point, at which its threads sleep, with the doorbell of the thread that serves its
     * mailboxes. It uses the mailbox of the PE to itself, which has no other use.
     *
     * @param index the PE's index on the node
     * @return bytes from the start; {@link #MAILBOX_BYTES} bytes
     */
    public long waitPointOffset(int index) {
        return mailboxOffset(index, index);
    }

    /**
     * The size of header, control memory and mailboxes, in whole pages.
     *
     * @return bytes
     */
    public long controlEnd() {
        return Math.ceilDiv(mailboxOffset(pes, 0), HEADER_BYTES) * HEADER_BYTES;
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
     * The offset of a PE's heap.
     *
     * @param index the PE's index on the node
     * @return bytes from the start
     */
    public long heapOffset(int index) {
        return Math.ceilDiv(controlEnd(), HEAP_ALIGNMENT) * HEAP_ALIGNMENT + index * stride();
    }

    /**
     * The size of the whole layout.
     *
     * @return bytes
     */
    public long totalBytes() {
        return sharedOffset() + Math.ceilDiv(sharedBytes, HEAP_ALIGNMENT) * HEAP_ALIGNMENT;
    }

    /**
     * Whether the whole layout fits in an {@link AddressWindow}.
     *
     * @return false if heaps are too large or too many
     */
    public boolean fits() {
        return heapBytes <= AddressWindow.MAX_BYTES / pes
                && sharedBytes <= AddressWindow.MAX_BYTES
                && totalBytes() <= AddressWindow.MAX_BYTES;
    }
}
