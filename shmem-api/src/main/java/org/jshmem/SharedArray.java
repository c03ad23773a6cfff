package org.jshmem;

/**
 * Memory of this node that one PE has allocated alone, and that every PE of the node may use and free: an array in the
 * node's shared heap (no part of OpenSHMEM).
 *
 * <p><b>Use.</b> {@code SharedDoubles.allocate(n)} needs no other PE. The {@linkplain #handle() handle} of the array
 * travels by any operation that moves a {@code long}; {@code SharedDoubles.of(handle)} is the same memory on another PE
 * of the node, at the same address where all PEs map the node's memory at one ({@code SHMEM_INFO=1} says so). A shared
 * array is accepted wherever an operation has a symmetric array as its local side: as the source of a put, the
 * destination of a get. It is no symmetric address.
 *
 * <p><b>End.</b> {@link #close()} frees the memory, on any PE of the node, once. After that the array, its parts and
 * every other view of the same memory are refused by an {@link IllegalStateException}; on other PEs the accessors of
 * single elements ({@code get(i)}, {@code set(i, v)}) are not, until another operation on the array has noticed: they
 * look at this PE's own state only. What is left at the last shutdown is freed and reported.
 *
 * <p><b>Size.</b> {@code SHMEM_SHARED_SIZE} reserves addresses. Memory is claimed as it is allocated, and a PE may use
 * far more than others. Freed memory is used again first by the PE that had allocated it.
 *
 * <p><b>Order.</b> Loads and stores are as those of {@link SymmetricArray}. Freeing orders them: what a PE did in a
 * block before it freed it happens before what is done in the block that gets this memory next. What orders the use of
 * a block by several PEs is what carries its handle.
 *
 * <p><b>Threads.</b> Any thread, at any thread level that allows calls by it.
 */
public sealed interface SharedArray extends AutoCloseable
        permits SharedBytes, SharedShorts, SharedInts, SharedLongs, SharedFloats, SharedDoubles {
    /**
     * What names this memory on every PE of the node. A handle of memory that was freed is found to be stale; only
     * after 16 million allocations that used the same entry of the PE's table could it name another block.
     *
     * @return a number that is never 0
     */
    long handle();

    /**
     * The PE that has allocated the memory, or reallocated it last.
     *
     * @return its number in the job
     */
    int owner();

    /** Frees the memory, on any PE of the node, without the others. */
    @Override
    void close();
}
