package org.jshmem.transport.ofi;

import org.jshmem.heap.ClaimObserver;
import org.jshmem.internal.transport.Transport;

/** Heaps that are named by their addresses, and have no keys. */
final class HeapsAccess extends HeapAccess {
    private final long[] heaps;

    HeapsAccess(long[] heaps) {
        this.heaps = heaps;
    }

    @Override
    long open(Channel main) {
        return 0;
    }

    @Override
    long keyOfOwn(long offset) {
        throw new UnsupportedOperationException();
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
