package org.jshmem.spi;

import org.jshmem.SymmetricArray;

/**
 * One block of the symmetric heap or of the shared heap, shared by all array views of it.
 *
 * <p>Only the runtime creates and ends blocks. {@link #live} is read without synchronisation. Freeing an allocation is
 * collective, so a thread that still uses the allocation then has a race of its own, whose accesses stay inside the
 * mapped heap.
 */
public final class Allocation {
    /** {@link #offset} of a block that is not symmetric. */
    public static final long NOT_SYMMETRIC = -1;

    /**
     * Where the block starts, in bytes from the start of the symmetric heap; the same on every PE. For a shared block
     * it is {@link #NOT_SYMMETRIC}. For a shared block of another node it is a smaller number, which tells the runtime
     * where the block is.
     */
    public final long offset;

    /** Where the block starts in this PE's own heap: an address of this process; 0 for a block of another node. */
    public final long address;

    /** The bytes asked for. */
    public final long bytes;

    /** The alignment asked for, in bytes; 0 for a shared block. */
    public final long alignment;

    /** The hints asked for, a union of {@code MALLOC_} constants. */
    public final long hints;

    /** The runtime's own record of the block; null for a shared block. */
    public final Object record;

    /** Names a shared block on every PE; 0 for a symmetric one. */
    public final long handle;

    /** The PE of the job that has allocated a shared block; −1 for a symmetric one, which every PE has. */
    public final int owner;

    /** The address of the word that changes when any PE frees a shared block; 0 for a symmetric one. */
    public final long stateAddress;

    /** The value of that word as long as the block is allocated. */
    public final long state;

    /** The program's array over a whole shared block, kept for later requests; null at first. */
    public SymmetricArray array;

    /**
     * Whether this PE may load and store the block, and name it in operations; false after it was freed, after the last
     * shutdown, and for a block of another node.
     */
    public boolean live = true;

    /** Whether this PE has found that another PE has freed this shared block. */
    public boolean freedByOther;

    /** Whether this is a block of another node that operations may name; false from the last shutdown on. */
    public boolean liveElsewhere;

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
        this.handle = 0;
        this.owner = -1;
        this.stateAddress = 0;
        this.state = 0;
    }

    /**
     * Describes a shared block.
     *
     * @param address its address in this process
     * @param bytes the bytes asked for
     * @param handle names the block on every PE
     * @param owner the PE of the job that has allocated it
     * @param stateAddress the word that changes when any PE frees it
     * @param state the value of that word until then
     */
    public Allocation(long address, long bytes, long handle, int owner, long stateAddress, long state) {
        this.offset = NOT_SYMMETRIC;
        this.address = address;
        this.bytes = bytes;
        this.alignment = 0;
        this.hints = 0;
        this.record = null;
        this.handle = handle;
        this.owner = owner;
        this.stateAddress = stateAddress;
        this.state = state;
    }

    /**
     * Describes a shared block of another node.
     *
     * @param offset tells the runtime where it is; less than {@link #NOT_SYMMETRIC}
     * @param bytes the bytes asked for
     * @param handle names the block
     * @param owner the PE of the job that has allocated it
     */
    public Allocation(long offset, long bytes, long handle, int owner) {
        this.offset = offset;
        this.address = 0;
        this.bytes = bytes;
        this.alignment = 0;
        this.hints = 0;
        this.record = null;
        this.handle = handle;
        this.owner = owner;
        this.stateAddress = 0;
        this.state = 0;
        this.live = false;
        this.liveElsewhere = true;
    }

    /**
     * Whether this is a shared block of another node.
     *
     * @return false for one that is mapped here
     */
    public boolean isElsewhere() {
        return offset < NOT_SYMMETRIC;
    }

    /**
     * Whether one PE has allocated the block for itself.
     *
     * @return false for a block of the symmetric heap
     */
    public boolean isShared() {
        return handle != 0;
    }

    @Override
    public String toString() {
        return isShared()
                ? "shared block 0x" + Long.toHexString(handle) + (isElsewhere() ? " of PE " + owner : "") + ", " + bytes
                        + " bytes"
                : "block at heap offset " + offset + ", " + bytes + " bytes, alignment " + alignment;
    }
}
