package org.jshmem.internal.transport;

import org.jshmem.heap.SymmetricHeap;

/**
 * How this PE reaches the heaps of the others.
 *
 * <p>A heap that is mapped here ({@link #base} other than 0) is never reached through this class: the context loads and
 * stores it directly. The operations below serve the others; their addresses are of live memory of this process that is not
 * a Java array, and everything has been validated. An operation may return before it is complete at the target;
 * {@link #quiet()} completes it. Any thread may call them.
 */
public abstract class Transport {
    /** For implementers. */
    protected Transport() {}

    /**
     * What it is, for messages.
     *
     * @return a few words
     */
    public abstract String name();

    /**
     * This PE's own heap, always mapped.
     *
     * @return the heap
     */
    public abstract SymmetricHeap heap();

    /**
     * Where a PE's heap is mapped here.
     *
     * @param pe a PE of the job
     * @return an address, or 0 where it is not
     */
    public abstract long base(int pe);

    /**
     * The control memory that the PEs of this node share: laid out by {@link org.jshmem.heap.NodeLayout}, zero at the start.
     *
     * @return an address
     */
    public abstract long control();

    /**
     * Copies to a PE.
     *
     * @param pe the target
     * @param destOffset bytes from the start of its heap
     * @param sourceAddress where from
     * @param bytes how many, at least 1
     */
    public abstract void put(int pe, long destOffset, long sourceAddress, long bytes);

    /**
     * Copies from a PE; the data is here on return.
     *
     * @param pe the target
     * @param destAddress where to
     * @param sourceOffset bytes from the start of its heap
     * @param bytes how many, at least 1
     */
    public abstract void get(int pe, long destAddress, long sourceOffset, long bytes);

    /**
     * Copies blocks to a PE.
     *
     * @param pe the target
     * @param destOffset bytes from the start of its heap
     * @param destStride bytes from one block to the next there
     * @param sourceAddress where from
     * @param sourceStride bytes from one block to the next here
     * @param blockBytes bytes in a block
     * @param nblocks how many blocks, at least 1
     */
    public abstract void putBlocks(
            int pe,
            long destOffset,
            long destStride,
            long sourceAddress,
            long sourceStride,
            long blockBytes,
            long nblocks);

    /**
     * Copies blocks from a PE; the data is here on return.
     *
     * @param pe the target
     * @param destAddress where to
     * @param destStride bytes from one block to the next here
     * @param sourceOffset bytes from the start of its heap
     * @param sourceStride bytes from one block to the next there
     * @param blockBytes bytes in a block
     * @param nblocks how many blocks, at least 1
     */
    public abstract void getBlocks(
            int pe,
            long destAddress,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks);

    /**
     * Executes an atomic operation on a word of a PE; done on return. It is atomic with those of the owner's own CPU.
     *
     * @param pe the target
     * @param operation what to do
     * @param bytes 4 or 8
     * @param offset of an aligned word, in bytes from the start of its heap
     * @param operand the operand; of 4 bytes its lower half
     * @param expected of {@link Atomic#COMPARE_SWAP}, what must be there
     * @return the value before
     */
    public abstract long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected);

    /** Orders deliveries to each PE. */
    public abstract void fence();

    /** Completes all operations at their targets. */
    public abstract void quiet();

    /** Lets go of all memory; no operation may be under way. */
    public abstract void detach();
}
