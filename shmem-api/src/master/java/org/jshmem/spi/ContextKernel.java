package org.jshmem.spi;

import java.lang.foreign.MemorySegment;
import org.jshmem.Drafts;
import org.jshmem.IndexedBlocks;
import org.jshmem.SessionConfig;
import org.jshmem.ShmemContext;
import org.jshmem.SignalOp;

/**
 * The methods that a runtime implements for a context. Their arguments are already checked, except the PE. Memory is
 * given by offsets from the start of the symmetric heap, and elements by their raw bits. Programs do not need this
 * class.
 */
public abstract class ContextKernel {
    /** For {@link ShmemContext}. */
    protected ContextKernel() {}

    /** Gives the guarantee of {@link ShmemContext#fence()}. */
    protected abstract void orderDeliveries();

    /** Gives the guarantee of {@link ShmemContext#quiet()}. */
    protected abstract void completeAll();

    /**
     * Gives the guarantee of {@link Drafts#peFence}; by {@link #orderDeliveries} unless overridden.
     *
     * @param pe a PE of the team
     */
    protected void orderDeliveriesTo(int pe) {
        orderDeliveries();
    }

    /** Gives the guarantee of {@link Drafts#localComplete}; by {@link #completeAll} unless overridden. */
    protected void completeLocally() {
        completeAll();
    }

    /**
     * Gives the guarantee of {@link ShmemContext#peQuiet}.
     *
     * @param pes the targets, not yet checked
     */
    protected abstract void completeTo(int[] pes);

    /**
     * Copies blocks of local memory to blocks of a PE.
     *
     * @param destOffset where the array starts, in bytes from the start of the heap
     * @param destBlocks the blocks of that array
     * @param source a Java array or segment, or null for memory that is given by its address
     * @param start where the array starts in it: an index, bytes, or an address
     * @param sourceBlocks the blocks of that array, with the same number of elements
     * @param elementBytes the size of an element
     * @param bytes the size of all blocks, more than 0
     * @param pe not yet checked
     */
    protected abstract void indexedTo(
            long destOffset,
            IndexedBlocks destBlocks,
            Object source,
            long start,
            IndexedBlocks sourceBlocks,
            int elementBytes,
            long bytes,
            int pe);

    /**
     * Copies blocks of a PE to blocks of local memory.
     *
     * @param dest a Java array or segment, or null for memory that is given by its address
     * @param start where the array starts in it: an index, bytes, or an address
     * @param destBlocks the blocks of that array
     * @param sourceOffset where the array starts, in bytes from the start of the heap
     * @param sourceBlocks the blocks of that array, with the same number of elements
     * @param elementBytes the size of an element
     * @param bytes the size of all blocks, more than 0
     * @param pe not yet checked
     */
    protected abstract void indexedFrom(
            Object dest,
            long start,
            IndexedBlocks destBlocks,
            long sourceOffset,
            IndexedBlocks sourceBlocks,
            int elementBytes,
            long bytes,
            int pe);

    // typed:begin byte short int long
    /**
     * Writes 64 bits on a PE.
     *
     * @param destOffset where, in bytes from the start of the heap
     * @param bits the value
     * @param pe not yet checked
     */
    protected abstract void store64(long destOffset, double bits, int pe);

    /**
     * Reads 64 bits of a PE.
     *
     * @param sourceOffset where, in bytes from the start of the heap
     * @param pe not yet checked
     * @return the value
     */
    protected abstract double load64(long sourceOffset, int pe);

    // typed:end
    /**
     * Copies live local memory to a PE.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param sourceAddress an address of this process
     * @param bytes how many
     * @param pe not yet checked
     */
    protected abstract void copyTo(long destOffset, long sourceAddress, long bytes, int pe);

    /**
     * Copies from a PE to live local memory.
     *
     * @param destAddress an address of this process
     * @param sourceOffset where from, in bytes from the start of the heap
     * @param bytes how many
     * @param pe not yet checked
     */
    protected abstract void copyFrom(long destAddress, long sourceOffset, long bytes, int pe);

    /**
     * Copies live local memory to a PE; the memory may be read until {@link #completeAll}.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param sourceAddress an address of this process
     * @param bytes how many
     * @param pe not yet checked
     */
    protected abstract void copyToNbi(long destOffset, long sourceAddress, long bytes, int pe);

    /**
     * Copies from a PE to live local memory; the memory may be written until {@link #completeAll}.
     *
     * @param destAddress an address of this process
     * @param sourceOffset where from, in bytes from the start of the heap
     * @param bytes how many
     * @param pe not yet checked
     */
    protected abstract void copyFromNbi(long destAddress, long sourceOffset, long bytes, int pe);

    /**
     * Copies a segment to a PE; the segment may be read until {@link #completeAll}.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param source the segment
     * @param start where in it, in bytes
     * @param bytes how many
     * @param pe not yet checked
     */
    protected abstract void copyToNbi(long destOffset, MemorySegment source, long start, long bytes, int pe);

    /**
     * Copies from a PE to a segment; the segment may be written until {@link #completeAll}.
     *
     * @param dest the segment
     * @param start where in it, in bytes
     * @param sourceOffset where from, in bytes from the start of the heap
     * @param bytes how many
     * @param pe not yet checked
     */
    protected abstract void copyFromNbi(MemorySegment dest, long start, long sourceOffset, long bytes, int pe);

    /**
     * Copies a segment to a PE.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param source the segment
     * @param start where in it, in bytes
     * @param bytes how many
     * @param pe not yet checked
     */
    protected abstract void copyTo(long destOffset, MemorySegment source, long start, long bytes, int pe);

    /**
     * Copies from a PE to a segment.
     *
     * @param dest the segment
     * @param start where in it, in bytes
     * @param sourceOffset where from, in bytes from the start of the heap
     * @param bytes how many
     * @param pe not yet checked
     */
    protected abstract void copyFrom(MemorySegment dest, long start, long sourceOffset, long bytes, int pe);

    /**
     * Copies blocks of live local memory to a PE. The strides of a single block are its size.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param destStride bytes from one block to the next on {@code pe}
     * @param sourceAddress an address of this process
     * @param sourceStride bytes from one block to the next there
     * @param blockBytes bytes in a block
     * @param nblocks how many blocks
     * @param pe not yet checked
     */
    protected abstract void blocksTo(
            long destOffset,
            long destStride,
            long sourceAddress,
            long sourceStride,
            long blockBytes,
            long nblocks,
            int pe);

    /**
     * Copies blocks of a PE to live local memory. The strides of a single block are its size.
     *
     * @param destAddress an address of this process
     * @param destStride bytes from one block to the next there
     * @param sourceOffset where from, in bytes from the start of the heap
     * @param sourceStride bytes from one block to the next on {@code pe}
     * @param blockBytes bytes in a block
     * @param nblocks how many blocks
     * @param pe not yet checked
     */
    protected abstract void blocksFrom(
            long destAddress,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks,
            int pe);

    /**
     * Copies blocks of a segment to a PE. The strides of a single block are its size.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param destStride bytes from one block to the next on {@code pe}
     * @param source the segment
     * @param start where in it, in bytes
     * @param sourceStride bytes from one block to the next there
     * @param blockBytes bytes in a block
     * @param nblocks how many blocks
     * @param pe not yet checked
     */
    protected abstract void blocksTo(
            long destOffset,
            long destStride,
            MemorySegment source,
            long start,
            long sourceStride,
            long blockBytes,
            long nblocks,
            int pe);

    /**
     * Copies blocks of a PE to a segment. The strides of a single block are its size.
     *
     * @param dest the segment
     * @param start where in it, in bytes
     * @param destStride bytes from one block to the next there
     * @param sourceOffset where from, in bytes from the start of the heap
     * @param sourceStride bytes from one block to the next on {@code pe}
     * @param blockBytes bytes in a block
     * @param nblocks how many blocks
     * @param pe not yet checked
     */
    protected abstract void blocksFrom(
            MemorySegment dest,
            long start,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks,
            int pe);

    // typed:begin
    /**
     * Copies a Java array to a PE.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param source the array
     * @param start where in it
     * @param nelems how many elements
     * @param pe not yet checked
     */
    protected abstract void copyTo(long destOffset, double[] source, int start, int nelems, int pe);

    /**
     * Copies from a PE to a Java array.
     *
     * @param dest the array
     * @param start where in it
     * @param sourceOffset where from, in bytes from the start of the heap
     * @param nelems how many elements
     * @param pe not yet checked
     */
    protected abstract void copyFrom(double[] dest, int start, long sourceOffset, int nelems, int pe);

    /**
     * Copies blocks of a Java array to a PE. The strides of a single block are its size.
     *
     * @param destOffset where to, in bytes from the start of the heap
     * @param destStride bytes from one block to the next on {@code pe}
     * @param source the array
     * @param start where in it
     * @param sourceStride elements from one block to the next there
     * @param bsize elements in a block
     * @param nblocks how many blocks
     * @param pe not yet checked
     */
    protected abstract void blocksTo(
            long destOffset,
            long destStride,
            double[] source,
            int start,
            int sourceStride,
            int bsize,
            int nblocks,
            int pe);

    /**
     * Copies blocks of a PE to a Java array. The strides of a single block are its size.
     *
     * @param dest the array
     * @param start where in it
     * @param destStride elements from one block to the next there
     * @param sourceOffset where from, in bytes from the start of the heap
     * @param sourceStride bytes from one block to the next on {@code pe}
     * @param bsize elements in a block
     * @param nblocks how many blocks
     * @param pe not yet checked
     */
    protected abstract void blocksFrom(
            double[] dest,
            int start,
            int destStride,
            long sourceOffset,
            long sourceStride,
            int bsize,
            int nblocks,
            int pe);
    // typed:end

    // typed:begin int long
    /**
     * Reads 64 bits of a PE atomically.
     *
     * @param offset where, in bytes from the start of the heap
     * @param pe not yet checked
     * @return the value
     */
    protected abstract double atomicLoad64(long offset, int pe);

    /**
     * Replaces 64 bits on a PE if they are as expected.
     *
     * @param offset where, in bytes from the start of the heap
     * @param expected the value to compare with
     * @param bits the new value
     * @param pe not yet checked
     * @return the previous value, whether or not it was replaced
     */
    protected abstract double compareSwap64(long offset, double expected, double bits, int pe);

    // named:begin Add Set And Or Xor
    /**
     * Updates 64 bits on a PE atomically by ADD with a value.
     *
     * @param offset where, in bytes from the start of the heap
     * @param value the operand
     * @param pe not yet checked
     * @return the previous value
     */
    protected abstract double fetchAdd64(long offset, double value, int pe);

    /**
     * Updates 64 bits on a PE atomically by ADD with a value; may return before that is done.
     *
     * @param offset where, in bytes from the start of the heap
     * @param value the operand
     * @param pe not yet checked
     */
    protected abstract void updateAdd64(long offset, double value, int pe);

    // named:end
    // typed:end
    /**
     * Executes an atomic operation on a word of a PE; the previous value may arrive until {@link #completeAll()}.
     *
     * @param operation the operation
     * @param bytes the size of the word, 4 or 8
     * @param destAddress where the previous value goes
     * @param offset where the word is, in bytes from the start of the heap
     * @param operand the operand, if the operation has one
     * @param expected the value to compare with, if the operation compares
     * @param pe not yet checked
     */
    protected abstract void fetchNbi(
            FetchingAtomic operation, int bytes, long destAddress, long offset, long operand, long expected, int pe);

    /**
     * Executes an atomic operation on a word of a PE by the method of its own that the operation has.
     *
     * @param operation the operation
     * @param bytes the size of the word, 4 or 8
     * @param offset where, in bytes from the start of the heap
     * @param operand the operand, if the operation has one
     * @param expected the value to compare with, if the operation compares
     * @param pe not yet checked
     * @return the previous value
     */
    protected final long fetch(FetchingAtomic operation, int bytes, long offset, long operand, long expected, int pe) {
        return bytes == Integer.BYTES
                ? fetch32(operation, offset, (int) operand, (int) expected, pe)
                : fetch64(operation, offset, operand, expected, pe);
    }

    // typed:begin int long
    private double fetch64(FetchingAtomic operation, long offset, double operand, double expected, int pe) {
        return switch (operation) {
            case LOAD -> atomicLoad64(offset, pe);
            case SET -> fetchSet64(offset, operand, pe);
            case COMPARE_SWAP -> compareSwap64(offset, expected, operand, pe);
            case ADD -> fetchAdd64(offset, operand, pe);
            case AND -> fetchAnd64(offset, operand, pe);
            case OR -> fetchOr64(offset, operand, pe);
            case XOR -> fetchXor64(offset, operand, pe);
        };
    }

    // typed:end
    /**
     * Updates a signal on a PE, after all earlier operations of this context to that PE have been delivered.
     *
     * @param offset where, in bytes from the start of the heap
     * @param signal the operand
     * @param op set or add
     * @param pe not yet checked
     */
    protected abstract void signal(long offset, long signal, SignalOp op, int pe);

    /**
     * Starts a session.
     *
     * @param options checked
     * @param config what the program knows about the session, or null
     */
    protected abstract void startSession(long options, SessionConfig config);
}
