package org.jshmem.spi;

/**
 * One block of the symmetric heap, shared by all array views of it.
 *
 * <p>Made and ended by the runtime only. {@link #live} is read without synchronisation: an allocation is freed
 * collectively, and a thread that still uses it then has a race of its own, which stays inside the mapped heap.
 */
public final class Allocation {
    /** Where the block starts, in bytes from the start of the symmetric heap; the same on every PE. */
    public final long offset;

    /** Where the block starts in this PE's own heap: an address of this process. */
    public final long address;

    /** The bytes asked for. */
    public final long bytes;

    /** The alignment asked for, in bytes. */
    public final long alignment;

    /** The hints asked for, a union of {@code MALLOC_} constants. */
    public final long hints;

    /** The runtime's own record of the block. */
    public final Object record;

    /** Whether the block may be used; false from its free, or from the last shutdown, on. */
    public boolean live = true;

    /**
     * Describes a block.
     *
     * @param offset bytes from the start of the symmetric heap
     * @param address address in this PE's own heap
     * @param bytes the bytes asked for
     * @param alignment the alignment asked for, in bytes
     * @param hints the hints asked for
     * @param record the runtime's own record of the block
     */
    public Allocation(long offset, long address, long bytes, long alignment, long hints, Object record) {
        this.offset = offset;
        this.address = address;
        this.bytes = bytes;
        this.alignment = alignment;
        this.hints = hints;
        this.record = record;
    }

    @Override
    public String toString() {
        return "block at heap offset " + offset + ", " + bytes + " bytes, alignment " + alignment;
    }
}
