package org.jshmem.internal.team;

import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.Transport;

/** Between nodes nothing travels but the messages of the barrier's relays. */
final class NoTransport extends Transport {
    @Override
    public void put(int pe, long destOffset, long sourceAddress, long bytes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void get(int pe, long destAddress, long sourceOffset, long bytes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void getNbi(int pe, long destAddress, long sourceOffset, long bytes) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void putBlocks(
            int pe, long dest, long destStride, long source, long sourceStride, long blockBytes, long nblocks) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void getBlocks(
            int pe, long dest, long destStride, long source, long sourceStride, long blockBytes, long nblocks) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void fence() {
        // nothing is under way
    }

    @Override
    public void quiet() {
        // nothing is under way
    }
}
