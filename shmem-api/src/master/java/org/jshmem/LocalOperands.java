package org.jshmem;

import java.lang.foreign.MemorySegment;
import org.jshmem.spi.ContextKernel;
import org.jshmem.spi.FetchingAtomic;

/**
 * The local side of an operation: a symmetric array, a Java array or a segment. What an operation does with it has one
 * name here and one overload for each, so that the operation itself is written once, and its forms are generated.
 *
 * <p>{@code readable} and {@code writable} check a range and return where it starts, in the unit of that memory: an
 * address, an index, or bytes from the start of the segment. The transfers take that start.
 */
abstract class LocalOperands extends ContextKernel {
    static long readable(String name, SymmetricArray array, long index, long nelems, int elementBytes) {
        return Check.local(name, array, index, nelems, elementBytes);
    }

    static long writable(String name, SymmetricArray array, long index, long nelems, int elementBytes) {
        return Check.local(name, array, index, nelems, elementBytes);
    }

    static long readable(String name, MemorySegment segment, long index, long nelems, int elementBytes) {
        return Check.segment(name, segment, index, nelems, elementBytes);
    }

    static long writable(String name, MemorySegment segment, long index, long nelems, int elementBytes) {
        return Check.writable(name, segment, index, nelems, elementBytes);
    }

    static long readableBytes(String name, SymmetricArray array, long bytes) {
        return Check.localBytes(name, array, bytes);
    }

    static long writableBytes(String name, SymmetricArray array, long bytes) {
        return Check.localBytes(name, array, bytes);
    }

    static long readableBytes(String name, MemorySegment segment, long bytes) {
        return Check.segment(name, segment, 0, bytes, 1);
    }

    static long writableBytes(String name, MemorySegment segment, long bytes) {
        return Check.writable(name, segment, 0, bytes, 1);
    }

    // named:begin copyTo copyToNbi
    final void copyTo(long destOffset, SymmetricArray source, long start, long nelems, int elementBytes, int pe) {
        copyTo(destOffset, start, nelems * elementBytes, pe);
    }

    final void copyTo(long destOffset, MemorySegment source, long start, long nelems, int elementBytes, int pe) {
        copyTo(destOffset, source, start, nelems * elementBytes, pe);
    }

    // named:end
    // named:begin copyFrom copyFromNbi
    final void copyFrom(SymmetricArray dest, long start, long sourceOffset, long nelems, int elementBytes, int pe) {
        copyFrom(start, sourceOffset, nelems * elementBytes, pe);
    }

    final void copyFrom(MemorySegment dest, long start, long sourceOffset, long nelems, int elementBytes, int pe) {
        copyFrom(dest, start, sourceOffset, nelems * elementBytes, pe);
    }

    // named:end
    /** Strides and {@code bsize} are in elements, on both sides. */
    final void blocksTo(
            long destOffset,
            long dst,
            SymmetricArray source,
            long start,
            long sst,
            long bsize,
            long nblocks,
            int elementBytes,
            int pe) {
        final long destStride = stride(dst, bsize, nblocks) * elementBytes;
        final long sourceStride = stride(sst, bsize, nblocks) * elementBytes;
        blocksTo(destOffset, destStride, start, sourceStride, bsize * elementBytes, nblocks, pe);
    }

    final void blocksTo(
            long destOffset,
            long dst,
            MemorySegment source,
            long start,
            long sst,
            long bsize,
            long nblocks,
            int elementBytes,
            int pe) {
        final long destStride = stride(dst, bsize, nblocks) * elementBytes;
        final long sourceStride = stride(sst, bsize, nblocks) * elementBytes;
        blocksTo(destOffset, destStride, source, start, sourceStride, bsize * elementBytes, nblocks, pe);
    }

    final void blocksFrom(
            SymmetricArray dest,
            long start,
            long dst,
            long sourceOffset,
            long sst,
            long bsize,
            long nblocks,
            int elementBytes,
            int pe) {
        final long destStride = stride(dst, bsize, nblocks) * elementBytes;
        final long sourceStride = stride(sst, bsize, nblocks) * elementBytes;
        blocksFrom(start, destStride, sourceOffset, sourceStride, bsize * elementBytes, nblocks, pe);
    }

    final void blocksFrom(
            MemorySegment dest,
            long start,
            long dst,
            long sourceOffset,
            long sst,
            long bsize,
            long nblocks,
            int elementBytes,
            int pe) {
        final long destStride = stride(dst, bsize, nblocks) * elementBytes;
        final long sourceStride = stride(sst, bsize, nblocks) * elementBytes;
        blocksFrom(dest, start, destStride, sourceOffset, sourceStride, bsize * elementBytes, nblocks, pe);
    }

    /** The stride of a single block, which the caller may choose at will, is the size of the block. */
    private static long stride(long stride, long bsize, long nblocks) {
        return nblocks == 1 ? bsize : stride;
    }

    /** The memory of an array that is given by its address. */
    static Object memory(SymmetricArray array) {
        return null;
    }

    /** The memory of a segment. */
    static Object memory(MemorySegment segment) {
        return segment;
    }

    // typed:begin
    /** The memory of a Java array. */
    static Object memory(double[] array) {
        return array;
    }

    /** Explicit, because a compiled implicit check throws without a message. */
    static int lengthOf(String name, double[] array) {
        if (array == null) {
            throw Check.isNull(name);
        }
        return array.length;
    }

    /** The number of elements of a form that does not name it. */
    static int wholeLength(String name, double[] array) {
        if (array == null) {
            throw new NullPointerException(
                    name + "=null has no length; only the forms with a number of elements take null, with 0 of them");
        }
        return array.length;
    }

    static long readable(String name, double[] array, long index, long nelems, int elementBytes) {
        return Check.array(name, array, lengthOf(name, array), index, nelems);
    }

    static long writable(String name, double[] array, long index, long nelems, int elementBytes) {
        return Check.array(name, array, lengthOf(name, array), index, nelems);
    }

    final void copyTo(long destOffset, double[] source, long start, long nelems, int elementBytes, int pe) {
        copyTo(destOffset, source, (int) start, (int) nelems, pe);
    }

    final void copyFrom(double[] dest, long start, long sourceOffset, long nelems, int elementBytes, int pe) {
        copyFrom(dest, (int) start, sourceOffset, (int) nelems, pe);
    }

    /** A Java array may be moved by the collector, so it is copied at once. */
    final void copyToNbi(long destOffset, double[] source, long start, long nelems, int elementBytes, int pe) {
        copyTo(destOffset, source, (int) start, (int) nelems, pe);
    }

    final void copyFromNbi(double[] dest, long start, long sourceOffset, long nelems, int elementBytes, int pe) {
        copyFrom(dest, (int) start, sourceOffset, (int) nelems, pe);
    }

    final void blocksTo(
            long destOffset,
            long dst,
            double[] source,
            long start,
            long sst,
            long bsize,
            long nblocks,
            int elementBytes,
            int pe) {
        final long destStride = stride(dst, bsize, nblocks) * elementBytes;
        final int sourceStride = (int) stride(sst, bsize, nblocks);
        blocksTo(destOffset, destStride, source, (int) start, sourceStride, (int) bsize, (int) nblocks, pe);
    }

    final void blocksFrom(
            double[] dest,
            long start,
            long dst,
            long sourceOffset,
            long sst,
            long bsize,
            long nblocks,
            int elementBytes,
            int pe) {
        final int destStride = (int) stride(dst, bsize, nblocks);
        final long sourceStride = stride(sst, bsize, nblocks) * elementBytes;
        blocksFrom(dest, (int) start, destStride, sourceOffset, sourceStride, (int) bsize, (int) nblocks, pe);
    }
    // typed:end

    final void fetchNbi(
            SymmetricArray fetch,
            long address,
            FetchingAtomic operation,
            int bytes,
            long offset,
            long operand,
            long expected,
            int pe) {
        fetchNbi(operation, bytes, address, offset, operand, expected, pe);
    }

    /** A segment may be closed before the value arrives, so it is fetched at once. */
    final void fetchNbi(
            MemorySegment fetch,
            long start,
            FetchingAtomic operation,
            int bytes,
            long offset,
            long operand,
            long expected,
            int pe) {
        final long bits = fetch(operation, bytes, offset, operand, expected, pe);
        if (bytes == Integer.BYTES) {
            fetch.set(Local.INT, start, (int) bits);
        } else {
            fetch.set(Local.LONG, start, bits);
        }
    }

    // typed:begin float double int long
    /** A Java array may be moved by the collector, so the value is fetched at once. */
    final void fetchNbi(
            double[] fetch,
            long index,
            FetchingAtomic operation,
            int bytes,
            long offset,
            long operand,
            long expected,
            int pe) {
        fetch[(int) index] = Bits.doubleOf(fetch(operation, bytes, offset, operand, expected, pe));
    }
    // typed:end
}
