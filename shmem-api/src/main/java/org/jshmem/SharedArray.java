package org.jshmem;

/**
 * An array in the shared heap of a node: one PE allocates it alone, and every PE of the node may use and free it. An
 * extension of OpenSHMEM.
 *
 * <p><b>Use.</b> {@code SharedDoubles.allocate(n)} needs no other PE. The {@linkplain #handle() handle} of the array is
 * a {@code long}, which any operation can pass to other PEs. {@code SharedDoubles.of(handle)} returns the same memory
 * on another PE of the node. It has the same address there if all PEs map the node's memory at one address
 * ({@code SHMEM_INFO=1} prints whether they do). A shared array is accepted wherever an operation takes a symmetric
 * array as its local side, such as the source of a put or the destination of a get. It is not a symmetric address.
 *
 * <p><b>Other nodes.</b> On a PE of another node {@code SharedDoubles.of(handle)} returns an array without local
 * memory. It names the memory for put, get, p and g in all their forms, for the data of a put with a signal, and for
 * atomic operations; {@code pe} is then {@link #owner()}, by its number in the context's team. All other uses throw
 * {@link IllegalArgumentException}: loads and stores, the local side of an operation, freeing, giving, and everything
 * that needs symmetric memory, such as signals, waiting, locks and collectives. {@code of} reads from the owner's node
 * whether the handle is stale. The first such call for an owner also waits for an answer from the owner.
 *
 * <p>A PE of another node does not notice when the memory is freed later: its operations then access whatever uses the
 * memory next. It must therefore complete its operations, and tell the owner's node that they are complete, before that
 * node frees the memory.
 *
 * <p><b>End.</b> {@link #close()} frees the memory, on any PE of the node, once; further calls on the same PE do
 * nothing. After that the array, its parts and every other view of the same memory throw {@link IllegalStateException}.
 * On other PEs, accessors of single elements ({@code get(i)}, {@code set(i, v)}) do not throw until another operation
 * on the array has noticed that the memory is free, because they check only this PE's own state. Memory that is left at
 * the last shutdown is freed and reported.
 *
 * <p><b>Size.</b> {@code SHMEM_SHARED_SIZE} only reserves addresses. Memory is claimed when it is allocated, and a PE
 * may use far more than other PEs. Freed memory is used again first by the PE that had allocated it.
 *
 * <p><b>Order.</b> Loads and stores are like those of {@link SymmetricArray}. Freeing orders them: what a PE did in a
 * block before it freed the block happens before what is done in the next block with this memory. If several PEs use a
 * block, the operation that passes the handle orders their accesses.
 *
 * <p><b>Threads.</b> Any thread may use an array if the thread level allows it to call the library.
 */
public sealed interface SharedArray extends AutoCloseable
        permits SharedBytes, SharedShorts, SharedInts, SharedLongs, SharedFloats, SharedDoubles {
    /**
     * A number that names this memory on every PE. The library detects that the handle of freed memory is stale. Only
     * after 16 million allocations in the same entry of the PE's table can an old handle name another block.
     *
     * @return a number that is never 0
     */
    long handle();

    /**
     * The PE that allocated the memory, or that reallocated it last.
     *
     * @return its number in the job
     */
    int owner();

    /** Frees the memory, on any PE of the node; no other PE takes part. A second call on the same PE does nothing. */
    @Override
    void close();
}
