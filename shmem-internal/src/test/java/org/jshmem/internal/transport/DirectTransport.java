package org.jshmem.internal.transport;

import java.lang.foreign.MemorySegment;
import org.jshmem.heap.Memory;
import org.jshmem.heap.Strided;

/** Copies to and from one heap at once, whichever PE is meant. */
public final class DirectTransport extends Transport {
    private final MemorySegment heap;

    /** Reaches memory that has an address. */
    public DirectTransport(MemorySegment heap) {
        this.heap = heap;
    }

    @Override
    public void put(int pe, long destOffset, long source, long bytes) {
        Memory.copy(source, heap.address() + destOffset, bytes);
    }

    @Override
    public void get(int pe, long dest, long sourceOffset, long bytes) {
        Memory.copy(heap.address() + sourceOffset, dest, bytes);
    }

    @Override
    public void putBlocks(
            int pe, long dest, long destStride, long source, long sourceStride, long blockBytes, long nblocks) {
        Strided.copy(source, sourceStride, heap.address() + dest, destStride, blockBytes, nblocks);
    }

    @Override
    public void getBlocks(
            int pe, long dest, long destStride, long source, long sourceStride, long blockBytes, long nblocks) {
        Strided.copy(heap.address() + source, sourceStride, dest, destStride, blockBytes, nblocks);
    }

    @Override
    public long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void fence() {}

    @Override
    public void quiet() {}
}
