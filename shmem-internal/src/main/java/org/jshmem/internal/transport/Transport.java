package org.jshmem.internal.transport;

import java.lang.foreign.ValueLayout;

/**
 * Accesses heaps that are not mapped in this process, on behalf of a context. Mapped heaps ({@link NodeMemory#base} is
 * not 0) are loaded and stored directly and never accessed through this class.
 *
 * <p><b>Arguments</b> have been validated. Addresses are those of live memory of this process outside of the Java heap.
 * The number of a PE is what {@link Routes#number} returns: for the transport of a node, the PE's index on the node;
 * for the transport of a network, its number in the job.
 *
 * <p><b>Completion.</b> Gets, and operations that return a value, are complete on return. A put has read its source on
 * return. A non-blocking operation (…Nbi) has not, and its memory must not be accessed before {@link #quiet()}. A put,
 * update or signal may return before it is delivered; {@link #fence()} orders deliveries to each PE, and
 * {@link #quiet()} waits for all deliveries. Any thread may call.
 */
public abstract class Transport {
    /** For subclasses. */
    protected Transport() {}

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
     * Copies to a PE; the source may still be read until quiet.
     *
     * @param pe the target
     * @param destOffset bytes from the start of its heap
     * @param sourceAddress where from
     * @param bytes how many, at least 1
     */
    public void putNbi(int pe, long destOffset, long sourceAddress, long bytes) {
        put(pe, destOffset, sourceAddress, bytes);
    }

    /**
     * Copies from a Java array to a PE.
     *
     * @param pe the target
     * @param destOffset bytes from the start of its heap
     * @param source an array of primitives
     * @param start index of the first element
     * @param nelems how many, at least 1
     * @param element the layout of an element of that array
     */
    public void putArray(int pe, long destOffset, Object source, int start, int nelems, ValueLayout element) {
        StagedTransfers.putArray(this, pe, destOffset, source, start, nelems, element);
    }

    /**
     * Copies from a PE; the data is here on return.
     *
     * @param pe the PE to read from
     * @param destAddress where to
     * @param sourceOffset bytes from the start of its heap
     * @param bytes how many, at least 1
     */
    public abstract void get(int pe, long destAddress, long sourceOffset, long bytes);

    /**
     * Copies from a PE; the data may come until quiet.
     *
     * @param pe the PE to read from
     * @param destAddress where to
     * @param sourceOffset bytes from the start of its heap
     * @param bytes how many, at least 1
     */
    public void getNbi(int pe, long destAddress, long sourceOffset, long bytes) {
        get(pe, destAddress, sourceOffset, bytes);
    }

    /**
     * Copies from a PE to a Java array; the data is there on return.
     *
     * @param pe the PE to read from
     * @param dest an array of primitives
     * @param start index of the first element
     * @param sourceOffset bytes from the start of its heap
     * @param nelems how many, at least 1
     * @param element the layout of an element of that array
     */
    public void getArray(int pe, Object dest, int start, long sourceOffset, int nelems, ValueLayout element) {
        StagedTransfers.getArray(this, pe, dest, start, sourceOffset, nelems, element);
    }

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
     * @param pe the PE to read from
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

    /**
     * Executes an atomic operation without a result; may return before it is executed.
     *
     * @param pe the target
     * @param operation what to do; not {@link Atomic#COMPARE_SWAP}
     * @param bytes size of the word, 4 or 8
     * @param offset of an aligned word, in bytes from the start of its heap
     * @param operand the operand; the lower half of it for 4 bytes
     */
    public void update(int pe, Atomic operation, int bytes, long offset, long operand) {
        atomic(pe, operation, bytes, offset, operand, 0);
    }

    /**
     * Updates a signal once all earlier puts of this context to that PE are delivered; may return before that.
     *
     * @param pe the target
     * @param operation {@link Atomic#SET} or {@link Atomic#ADD}
     * @param offset of the signal, in bytes from the start of its heap
     * @param signal the operand
     */
    public void signal(int pe, Atomic operation, long offset, long signal) {
        fence();
        update(pe, operation, Long.BYTES, offset, signal);
    }

    /** Orders deliveries to each PE. */
    public abstract void fence();

    /** Completes all operations at their targets. */
    public abstract void quiet();

    /** Releases the resources of the context; no operation may be under way. */
    public void close() {}
}
