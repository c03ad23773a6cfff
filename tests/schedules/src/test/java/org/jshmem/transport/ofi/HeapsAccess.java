package org.jshmem.transport.ofi;

import org.jshmem.heap.ClaimObserver;
import org.jshmem.internal.transport.Transport;
import org.jshmem.libfabric.FabricException;

/** Heaps that are named by their addresses, and have no keys. */
class HeapsAccess extends HeapAccess {
    /** An offset of memory that is not there any more. */
    static final long GONE = 1L << 40;

    /** An offset of memory that cannot be registered. */
    static final long NOT_REGISTERED = 1L << 41;

    private final long[] heaps;

    HeapsAccess(long[] heaps) {
        this.heaps = heaps;
    }

    @Override
    long open(Channel main) {
        return 0;
    }

    /** A number made of the offset, unless it is one of those that have none. */
    @Override
    long keyOfOwn(long offset) {
        if (offset == GONE) {
            throw new IllegalStateException("it was freed");
        } else if (offset == NOT_REGISTERED) {
            throw new FabricException("it cannot be registered", null);
        }
        return ~offset;
    }

    @Override
    void openSharedHeap(int pe, OfiTransport transport) {}

    @Override
    ClaimObserver sharedHeapObserver() {
        return ClaimObserver.NONE;
    }

    @Override
    Transport over(OfiTransport transport) {
        return transport;
    }

    @Override
    long target(Peer peer, long offset) {
        return heaps[peer.pe] + offset;
    }

    @Override
    long key(Peer peer, long offset) {
        return 0;
    }

    @Override
    long descriptor(long address) {
        return 0;
    }

    @Override
    long piece(long offset, long address, long bytes) {
        return bytes;
    }
}
