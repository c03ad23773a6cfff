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
 * <p><b>Other nodes.</b> On a PE of another node {@code SharedDoubles.of(handle)} is an array without memory there. It
 * names the memory for put, get, p and g in all their forms, for the data of a put with a signal, and for atomic
 * operations; {@code pe} is then {@link #owner()}, by its number in the context's team. All else is refused by an
 * {@link IllegalArgumentException}: loads and stores, the local side of an operation, freeing and giving, and what
 * needs symmetric memory, such as signals, waiting, locks and collectives. {@code of} reads from the owner's node
 * whether the handle is stale; the first one for an owner also waits for an answer of that PE. That the memory is freed
 * later is not noticed there: operations then reach whatever has it next. So they are to be complete, and their PE is
 * to say so, before the owner's node frees it.
 *
 * <p><b>End.</b> {@link #close()} frees the memory, on any PE of the node, once; on the same PE a further close does
 * nothing. After that the array, its parts and every other view of the same memory are refused by an
 * {@link IllegalStateException}; on other PEs the accessors of single elements ({@code get(i)}, {@code set(i, v)}) are
 * not, until another operation on the array has noticed: they look at this PE's own state only. What is left at the
 * last shutdown is freed and reported.
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
     * What names this memory on every PE. A handle of memory that was freed is found to be stale; only after 16 million
     * allocations that used the same entry of the PE's table could it name another block.
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

    /** Frees the memory, on any PE of the node, without the others; does nothing on a PE that has done so. */
    @Override
    void close();
}
