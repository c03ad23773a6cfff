package org.jshmem.tck.programs;

/**
 * How many elements, and where they are.
 *
 * @param dst from the start of one block of the destination to that of the next, in elements
 * @param sst the same of the source
 * @param block elements of a block
 * @param count blocks
 */
record Shape(long dst, long sst, long block, long count) {
    /** From the first element to the last one. */
    long extent(long stride) {
        return (count - 1) * stride + block;
    }

    /** The number of blocks, or of elements if there is one block: what {@link #shortened} makes less. */
    long length() {
        return count > 1 ? count : block;
    }

    /** With so many of them, at the same places. */
    Shape shortened(long length) {
        return count > 1 ? new Shape(dst, sst, block, length) : new Shape(dst, sst, length, count);
    }

    /** The elements, where each is a block. */
    long nelems() {
        return block * count;
    }
}
