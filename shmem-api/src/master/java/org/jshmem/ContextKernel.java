package org.jshmem;

import java.lang.foreign.MemorySegment;

/**
 * What a runtime implements for a context, underneath the validated operations: memory as offsets from the start of the symmetric
 * heap, elements as raw bits. Of no use to programs.
 */
public abstract class ContextKernel {
    /** For the runtime. */
    ContextKernel() {}

    /**
     * Completes with {@link ShmemContext#fence()}'s guarantee.
     */
    protected abstract void orderDeliveries();

    /** Completes with {@link ShmemContext#quiet()}'s guarantee. */
    protected abstract void completeAll();

    /**
     * Completes with {@link ShmemContext#peQuiet}'s guarantee.
     *
     * @param pes the targets, not yet checked
     */
    protected abstract void completeTo(int[] pes);

    /**
     * Writes 8 bits on a PE.
     *
     * @param destOffset where, in bytes from the start of the heap
     * @param bits the value
     * @param pe not yet checked
     */
    protected abstract void store8(long destOffset, byte bits, int pe);

    /**
     * Reads 8 bits of a PE.
     *
     * @param sourceOffset where, in bytes from the start of the heap
     * @param pe not yet checked
     * @return the value
     */
    protected abstract byte load8(long sourceOffset, int pe);

    /**
     * Writes 16 bits on a PE.
     *
     * @param destOffset where, in bytes from the start of the heap
     * @param bits the value
     * @param pe not yet checked
     */
    protected abstract void store16(long destOffset, short bits, int pe);

    /**
     * Reads 16 bits of a PE.
     *
     * @param sourceOffset where, in bytes from the start of the heap
     * @param pe not yet checked
     * @return the value
     */
    protected abstract short load16(long sourceOffset, int pe);

    /**
     * Writes 32 bits on a PE.
     *
     * @param destOffset where, in bytes from the start of the heap
     * @param bits the value
     * @param pe not yet checked
     */
    protected abstract void store32(long destOffset, int bits, int pe);

    /**
     * Reads 32 bits of a PE.
     *
     * @param sourceOffset where, in bytes from the start of the heap
     * @param pe not yet checked
     * @return the value
     */
    protected abstract int load32(long sourceOffset, int pe);

    /**
     * Writes 64 bits on a PE.
     *
     * @param destOffset where, in bytes from the start of the heap
     * @param bits the value
     * @param pe not yet checked
     */
    protected abstract void store64(long destOffset, long bits, int pe);

    /**
     * Reads 64 bits of a PE.
     *
     * @param sourceOffset where, in bytes from the start of the heap
     * @param pe not yet checked
     * @return the value
     */
    protected abstract long load64(long sourceOffset, int pe);

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
     * Copies blocks of live local memory to a PE.
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
     * Copies blocks of a PE to live local memory.
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
     * Copies blocks of a segment to a PE.
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
     * Copies blocks of a PE to a segment.
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
     * Copies blocks of a Java array to a PE.
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
     * Copies blocks of a PE to a Java array.
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

    /**
     * Reads 32 bits of a PE atomically.
     *
     * @param offset where, in bytes from the start of the heap
     * @param pe not yet checked
     * @return the value
     */
    protected abstract int atomicLoad32(long offset, int pe);

    /**
     * Writes 32 bits on a PE atomically.
     *
     * @param offset where, in bytes from the start of the heap
     * @param bits the value
     * @param pe not yet checked
     */
    protected abstract void atomicStore32(long offset, int bits, int pe);

    /**
     * Replaces 32 bits on a PE if they are as expected.
     *
     * @param offset where, in bytes from the start of the heap
     * @param expected what must be there
     * @param bits what replaces it
     * @param pe not yet checked
     * @return the value before, whether or not it was replaced
     */
    protected abstract int compareSwap32(long offset, int expected, int bits, int pe);

    /**
     * Replaces 32 bits on a PE.
     *
     * @param offset where, in bytes from the start of the heap
     * @param bits the operand
     * @param pe not yet checked
     * @return the value before
     */
    protected abstract int swap32(long offset, int bits, int pe);

    /**
     * Adds to 32 bits on a PE.
     *
     * @param offset where, in bytes from the start of the heap
     * @param delta the operand
     * @param pe not yet checked
     * @return the value before
     */
    protected abstract int fetchAdd32(long offset, int delta, int pe);

    /**
     * Ands 32 bits on a PE.
     *
     * @param offset where, in bytes from the start of the heap
     * @param bits the operand
     * @param pe not yet checked
     * @return the value before
     */
    protected abstract int fetchAnd32(long offset, int bits, int pe);

    /**
     * Ors 32 bits on a PE.
     *
     * @param offset where, in bytes from the start of the heap
     * @param bits the operand
     * @param pe not yet checked
     * @return the value before
     */
    protected abstract int fetchOr32(long offset, int bits, int pe);

    /**
     * Xors 32 bits on a PE.
     *
     * @param offset where, in bytes from the start of the heap
     * @param bits the operand
     * @param pe not yet checked
     * @return the value before
     */
    protected abstract int fetchXor32(long offset, int bits, int pe);

    /**
     * Reads 64 bits of a PE atomically.
     *
     * @param offset where, in bytes from the start of the heap
     * @param pe not yet checked
     * @return the value
     */
    protected abstract long atomicLoad64(long offset, int pe);

    /**
     * Writes 64 bits on a PE atomically.
     *
     * @param offset where, in bytes from the start of the heap
     * @param bits the value
     * @param pe not yet checked
     */
    protected abstract void atomicStore64(long offset, long bits, int pe);

    /**
     * Replaces 64 bits on a PE if they are as expected.
     *
     * @param offset where, in bytes from the start of the heap
     * @param expected what must be there
     * @param bits what replaces it
     * @param pe not yet checked
     * @return the value before, whether or not it was replaced
     */
    protected abstract long compareSwap64(long offset, long expected, long bits, int pe);

    /**
     * Replaces 64 bits on a PE.
     *
     * @param offset where, in bytes from the start of the heap
     * @param bits the operand
     * @param pe not yet checked
     * @return the value before
     */
    protected abstract long swap64(long offset, long bits, int pe);

    /**
     * Adds to 64 bits on a PE.
     *
     * @param offset where, in bytes from the start of the heap
     * @param delta the operand
     * @param pe not yet checked
     * @return the value before
     */
    protected abstract long fetchAdd64(long offset, long delta, int pe);

    /**
     * Ands 64 bits on a PE.
     *
     * @param offset where, in bytes from the start of the heap
     * @param bits the operand
     * @param pe not yet checked
     * @return the value before
     */
    protected abstract long fetchAnd64(long offset, long bits, int pe);

    /**
     * Ors 64 bits on a PE.
     *
     * @param offset where, in bytes from the start of the heap
     * @param bits the operand
     * @param pe not yet checked
     * @return the value before
     */
    protected abstract long fetchOr64(long offset, long bits, int pe);

    /**
     * Xors 64 bits on a PE.
     *
     * @param offset where, in bytes from the start of the heap
     * @param bits the operand
     * @param pe not yet checked
     * @return the value before
     */
    protected abstract long fetchXor64(long offset, long bits, int pe);

    /**
     * Updates a signal on a PE, after the deliveries of this context's operations so far to that PE.
     *
     * @param offset where, in bytes from the start of the heap
     * @param signal the operand
     * @param op set or add
     * @param pe not yet checked
     */
    protected abstract void signal(long offset, long signal, SignalOp op, int pe);

    // typed:begin
    /** Explicit, because a compiled implicit check throws without a message. */
    static int lengthOf(String name, double[] array) {
        if (array == null) {
            throw Check.isNull(name);
        }
        return array.length;
    }
    // typed:end
}
