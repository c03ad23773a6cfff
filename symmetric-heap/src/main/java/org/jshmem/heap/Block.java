package org.jshmem.heap;

/** An allocated or free range of the symmetric heap. As a Java object it is safe from stray puts. */
public final class Block {
    long offset;
    long bytes;
    boolean free;

    /** Neighbours in the heap, in the order of offsets. */
    Block previous;

    Block next;

    /** Neighbours in the free list of its size class; null if the block is not free. */
    Block previousFree;

    Block nextFree;

    Block(long offset, long bytes) {
        this.offset = offset;
        this.bytes = bytes;
    }

    /**
     * The start of the block.
     *
     * @return bytes from the start of the heap
     */
    public long offset() {
        return offset;
    }

    /**
     * The end of the block.
     *
     * @return bytes from the start of the heap
     */
    public long end() {
        return offset + bytes;
    }

    /**
     * The block's size.
     *
     * @return bytes, a multiple of {@link TlsfAllocator#GRANULE}
     */
    public long bytes() {
        return bytes;
    }

    /**
     * Whether the block is all of its extent.
     *
     * @return false if it has neighbours
     */
    public boolean isExtent() {
        return previous == null && next == null;
    }
}
