package org.jshmem.heap;

/** A stretch of a heap, allocated or free. Kept in the Java heap, where no stray put reaches it. */
public final class Block {
    long offset;
    long bytes;
    boolean free;
    Block previous;
    Block next;
    Block previousFree;
    Block nextFree;

    Block(long offset, long bytes) {
        this.offset = offset;
        this.bytes = bytes;
    }

    /**
     * Where the block starts.
     *
     * @return bytes from the start of the heap
     */
    public long offset() {
        return offset;
    }

    /**
     * Where the block ends.
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
