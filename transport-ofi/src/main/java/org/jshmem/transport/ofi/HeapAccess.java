package org.jshmem.transport.ofi;

import org.jshmem.heap.ClaimObserver;
import org.jshmem.internal.transport.Transport;

/**
 * How the memory that PEs access is registered with the provider, and what the provider is told of places in it.
 * Offsets are those of operations: in a symmetric heap, or {@link org.jshmem.internal.transport.SharedOffset}s.
 */
abstract class HeapAccess {
    /**
     * Registers this PE's heap, now or as it is claimed.
     *
     * @param main the channel through which other PEs access it
     * @return what other PEs need to know as this PE's key
     */
    abstract long open(Channel main);

    /**
     * The key of a place in this PE's heap or its node's shared heap, for a PE that asks for it; registers that memory
     * if need be. Called under the lock of the main channel.
     *
     * @throws org.jshmem.libfabric.FabricException if it cannot be registered
     * @throws IllegalStateException if there is no such memory
     */
    abstract long keyOfOwn(long offset);

    /** Makes the shared heap of a PE's node accessible, where this is not done piece by piece. */
    abstract void openSharedHeap(int pe, OfiTransport transport);

    /** Told of the memory that this PE claims in the shared heap of its node. */
    abstract ClaimObserver sharedHeapObserver();

    /** The transport that contexts use in place of one that transfers what lies in one region. */
    abstract Transport over(OfiTransport transport);

    /** What the provider is told as the address of a place in a PE's memory. */
    abstract long target(Peer peer, long offset);

    /** The key for a place in a PE's memory. */
    abstract long key(Peer peer, long offset);

    /** The descriptor for a transfer that uses memory of this PE directly. */
    abstract long descriptor(long address);

    /** How much of a direct transfer one operation can do: up to the end of the region, on either side. */
    abstract long piece(long offset, long address, long bytes);
}
