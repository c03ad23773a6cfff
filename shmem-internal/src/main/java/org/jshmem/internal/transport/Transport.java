package org.jshmem.internal.transport;

import java.lang.foreign.ValueLayout;

/**
 * Executes the operations of a context on heaps that are not mapped here; a context loads and stores mapped heaps
 * ({@link NodeMemory#base} other than 0) directly.
 *
 * <p><b>Arguments</b> have been validated. Addresses are of live memory of this process outside the Java heap. PEs are
 * numbered as {@link Routes#number} tells. An offset in a heap may be a {@link SharedOffset} of that PE, once the
 * network has opened it.
 *
 * <p><b>Completion.</b> A get, and an operation that returns a value, is complete on return. A put, update or signal
 * may return before it is delivered; the source of a put may be reused on return. After a non-blocking operation (…Nbi)
 * the local memory must not be touched before {@link #quiet()}. {@link #fence()} orders deliveries to each PE,
 * {@link #quiet()} waits for all of them.
 *
 * <p>Any thread may call.
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
     * Copies to a PE; the source may be read until {@link #quiet()}.
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
        BouncedTransfers.putArray(this, pe, destOffset, source, start, nelems, element);
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
     * Copies from a PE; the data may arrive until {@link #quiet()}.
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
        BouncedTransfers.getArray(this, pe, dest, start, sourceOffset, nelems, element);
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
     * Copies pieces to a PE.
     *
     * @param pe the target
     * @param pieces where they are here and there
     */
    public void putPieces(int pe, PieceTable pieces) {
        for (int i = 0; i < pieces.count(); i++) {
            put(pe, pieces.offset(i), pieces.address(i), pieces.bytes(i));
        }
    }

    /**
     * Copies pieces from a PE; the data is here on return.
     *
     * @param pe the PE to read from
     * @param pieces where they are here and there
     */
    public void getPieces(int pe, PieceTable pieces) {
        for (int i = 0; i < pieces.count(); i++) {
            get(pe, pieces.address(i), pieces.offset(i), pieces.bytes(i));
        }
    }

    /**
     * Executes an atomic operation on a word of a PE; complete on return. It is atomic with respect to operations of
     * the owner's CPUs.
     *
     * @param pe the target
     * @param operation the operation
     * @param bytes 4 or 8
     * @param offset of an aligned word, in bytes from the start of its heap
     * @param operand the operand; if {@code bytes} is 4, its lower half
     * @param expected the expected value; for {@link Atomic#COMPARE_SWAP} only
     * @return the value before
     */
    public abstract long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected);

    /**
     * Executes an atomic operation on a word of a PE; the value before may arrive until {@link #quiet()}.
     *
     * @param pe the target
     * @param operation the operation
     * @param bytes 4 or 8
     * @param offset of an aligned word, in bytes from the start of its heap
     * @param operand the operand; if {@code bytes} is 4, its lower half
     * @param expected the expected value; for {@link Atomic#COMPARE_SWAP} only
     * @param destAddress where the value before goes
     */
    public void fetchNbi(
            int pe, Atomic operation, int bytes, long offset, long operand, long expected, long destAddress) {
        Atomic.store(destAddress, bytes, atomic(pe, operation, bytes, offset, operand, expected));
    }

    /**
     * Executes an atomic operation without a result; may return before it is executed.
     *
     * @param pe the target
     * @param operation the operation; not {@link Atomic#COMPARE_SWAP}
     * @param bytes 4 or 8
     * @param offset of an aligned word, in bytes from the start of its heap
     * @param operand the operand; if {@code bytes} is 4, its lower half
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

    /** Waits until the sources of all puts may be changed; by {@link #quiet} unless overridden. */
    public void completeLocally() {
        quiet();
    }

    /**
     * Starts a session in which the order and the completion of operations matter little, so that small ones may be
     * collected and sent together.
     *
     * @return the transport to use from now on; this one if it collects nothing, or does so already
     */
    public Transport startSession() {
        return this;
    }

    /**
     * Ends a session, and sends what was collected.
     *
     * @return the transport to use from now on
     */
    public Transport stopSession() {
        return this;
    }

    /** Releases the resources of one context; no operation may be under way. */
    public void close() {}
}
