package org.jshmem;

import java.util.Arrays;

/**
 * Blocks at any places of an array, which a transfer gathers or scatters; an extension of OpenSHMEM (MPI: an indexed
 * datatype). Indices and lengths are in elements of that array. The class is immutable: one object serves many
 * transfers and any thread.
 *
 * <p>A transfer moves the elements of all blocks, in the order of the blocks. Blocks may be in any order. Where
 * elements are written, no two blocks may share an element.
 */
public final class IndexedBlocks {
    private final long[] indices;

    /** The elements in front of each block, in the order of the transfer, and those of all blocks. */
    private final long[] starts;

    private final long end;

    private IndexedBlocks(long[] indices, long[] starts, long end) {
        this.indices = indices;
        this.starts = starts;
        this.end = end;
    }

    /**
     * Blocks of different lengths.
     *
     * @param indices where each block starts, 0 or more
     * @param lengths the number of elements of each block, 0 or more
     * @return the blocks
     */
    public static IndexedBlocks of(long[] indices, long[] lengths) {
        if (indices.length != lengths.length) {
            throw new IllegalArgumentException(
                    "indices.length=" + indices.length + " and lengths.length=" + lengths.length + " must be equal");
        }
        final long[] starts = new long[lengths.length + 1];
        long end = 0;
        for (int i = 0; i < lengths.length; i++) {
            if (indices[i] < 0 || lengths[i] < 0 || indices[i] > Long.MAX_VALUE - lengths[i]) {
                throw new IndexOutOfBoundsException(
                        "indices[" + i + "]=" + indices[i] + ", lengths[" + i + "]=" + lengths[i] + " is no block");
            }
            if (lengths[i] > Long.MAX_VALUE - starts[i]) {
                throw new IndexOutOfBoundsException(
                        "lengths[" + i + "]=" + lengths[i] + ", with those before, is more than any memory");
            }
            starts[i + 1] = starts[i] + lengths[i];
            end = lengths[i] == 0 ? end : Math.max(end, indices[i] + lengths[i]);
        }
        return new IndexedBlocks(indices.clone(), starts, end);
    }

    /**
     * Blocks of one length.
     *
     * @param indices where each block starts, 0 or more
     * @param length the number of elements of each block, 0 or more
     * @return the blocks
     */
    public static IndexedBlocks of(long[] indices, long length) {
        final long[] lengths = new long[indices.length];
        Arrays.fill(lengths, length);
        return of(indices, lengths);
    }

    /**
     * One block, for the contiguous side of a transfer.
     *
     * @param index where it starts, 0 or more
     * @param nelems the number of its elements, 0 or more
     * @return the block
     */
    public static IndexedBlocks range(long index, long nelems) {
        return of(new long[] {index}, nelems);
    }

    /**
     * The number of blocks.
     *
     * @return 0 or more
     */
    public int count() {
        return indices.length;
    }

    /**
     * The index where a block starts.
     *
     * @param block its number, from 0
     * @return an index of the array
     */
    public long index(int block) {
        return indices[block];
    }

    /**
     * The number of elements of a block.
     *
     * @param block its number, from 0
     * @return 0 or more
     */
    public long length(int block) {
        return starts[block + 1] - starts[block];
    }

    /**
     * The number of elements of all blocks.
     *
     * @return 0 or more
     */
    public long nelems() {
        return starts[indices.length];
    }

    /**
     * The smallest length of an array that contains all blocks.
     *
     * @return one past the last element of any block
     */
    public long end() {
        return end;
    }

    /**
     * The block that contains an element; for the runtime.
     *
     * @param element its number in the transfer, less than {@link #nelems()}
     * @return the number of the block
     */
    public int blockOf(long element) {
        final int found = Arrays.binarySearch(starts, element);
        int block = found < 0 ? -found - 2 : found;
        while (length(block) == 0) {
            block++;
        }
        return block;
    }

    /**
     * The number of elements of the blocks before a block; for the runtime.
     *
     * @param block its number
     * @return the number of its first element in the transfer
     */
    public long start(int block) {
        return starts[block];
    }

    @Override
    public String toString() {
        return count() + " blocks of " + nelems() + " elements up to index " + end;
    }
}
