package org.jshmem.heap;

/**
 * The layout of the memory that the PEs of a node share:
 *
 * <ol>
 *   <li>a header page,
 *   <li>control memory for each PE of the job: {@link #SLOTS} slots of equal size, each for one team of the PE,
 *   <li>a mailbox for each pair of PEs of the node,
 *   <li>the heap of each PE of the node, at a fixed stride,
 *   <li>the shared heap ({@link SharedHeap}),
 *   <li>memory for the messages of each PE of the node.
 * </ol>
 *
 * <p>PEs of other nodes are called guests. They have control memory, which messages fill, and nothing else.
 *
 * <p>The header holds the wait point of barriers at 64, the flag of all wait points at 128, words of the hang report
 * from 192, and {@link #SHARED_IN_USE_OFFSET}.
 *
 * @param pes PEs on the node
 * @param guests PEs of the job that are on other nodes
 * @param heapBytes the requested size of one heap
 * @param sharedBytes the requested size of the shared heap
 */
public record NodeLayout(int pes, int guests, long heapBytes, long sharedBytes) {
    /** The size of the header. */
    public static final long HEADER_BYTES = 4096;

    /** Slots of a PE, and so the most teams that it is in at a time. */
    public static final int SLOTS = 64;

    /** The size of a slot. */
    public static final long SLOT_BYTES = 1024;

    /** The size of each PE's control memory. */
    public static final long CONTROL_BYTES = SLOTS * SLOT_BYTES;

    /**
     * The distance between the control memory of two PEs. A power of two would put the lines that all PEs read in a
     * barrier into the same few sets of a cache, so that each read evicted another.
     */
    private static final long CONTROL_STRIDE = CONTROL_BYTES + 128;

    /** The size of a mailbox: two cache lines, since CPUs fetch pairs. */
    public static final long MAILBOX_BYTES = 128;

    /** Heaps start at multiples of this, the largest alignment of an allocation. */
    public static final long HEAP_ALIGNMENT = 16L << 20;

    /**
     * The memory for the messages of a PE; no multiple of a power of two, for the reason of {@link #CONTROL_STRIDE}.
     */
    public static final long MESSAGE_BYTES = 41 * 4096 + 128;

    /** Where the header is. */
    public static final long HEADER_OFFSET = 0;

    /** A word of the header that is not 0 once a PE has allocated from the shared heap. */
    public static final long SHARED_IN_USE_OFFSET = HEADER_OFFSET + 256;

    /**
     * The layout of the only node of a job, without a shared heap.
     *
     * @param pes PEs on the node
     * @param heapBytes the size of one heap, as asked for
     */
    public NodeLayout(int pes, long heapBytes) {
        this(pes, 0, heapBytes, 0);
    }

    /**
     * A PE's control memory.
     *
     * @param index the PE's index on the node; those of guests come last
     * @return bytes from the start
     */
    public long controlOffset(int index) {
        return HEADER_BYTES + CONTROL_STRIDE * index;
    }

    /**
     * A slot of a PE's control memory.
     *
     * @param index the PE's index on the node
     * @param slot from 0 to {@link #SLOTS} − 1
     * @return bytes from the start
     */
    public long slotOffset(int index, int slot) {
        return controlOffset(index) + SLOT_BYTES * slot;
    }

    /**
     * The line in which a PE asks another to execute an operation.
     *
     * @param owner who executes it, by its index on the node
     * @param requester who asks
     * @return bytes from the start
     */
    public long mailboxOffset(int owner, int requester) {
        return controlOffset(pes + guests) + ((long) owner * pes + requester) * MAILBOX_BYTES;
    }

    /**
     * The wait point of a PE, where its threads sleep, with the doorbell of its mailbox thread. It takes the place of
     * the mailbox from the PE to itself, which is not needed.
     *
     * @param index the PE's index on the node
     * @return bytes from the start; {@link #MAILBOX_BYTES} bytes
     */
    public long waitPointOffset(int index) {
        return mailboxOffset(index, index);
    }

    /**
     * The size of header, control memory and mailboxes.
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
     * A PE's heap.
     *
     * @param index the PE's index on the node
     * @return bytes from the start
     */
    public long heapOffset(int index) {
        return Math.ceilDiv(controlEnd(), HEAP_ALIGNMENT) * HEAP_ALIGNMENT + index * stride();
    }

    /**
     * The shared heap.
     *
     * @return bytes from the start
     */
    public long sharedOffset() {
        return heapOffset(pes);
    }

    /**
     * The memory for the messages of a PE.
     *
     * @param index the PE's index on the node
     * @return bytes from the start; {@link #MESSAGE_BYTES} bytes
     */
    public long messagesOffset(int index) {
        return sharedOffset() + Math.ceilDiv(sharedBytes, HEAP_ALIGNMENT) * HEAP_ALIGNMENT + index * MESSAGE_BYTES;
    }

    /**
     * The size of everything.
     *
     * @return bytes
     */
    public long totalBytes() {
        return Math.ceilDiv(messagesOffset(pes), HEAP_ALIGNMENT) * HEAP_ALIGNMENT;
    }

    /**
     * Whether everything fits an address space.
     *
     * @return false for heaps too large or too many
     */
    public boolean fits() {
        return heapBytes <= AddressWindow.MAX_BYTES / pes
                && sharedBytes <= AddressWindow.MAX_BYTES
                && totalBytes() <= AddressWindow.MAX_BYTES;
    }
}
