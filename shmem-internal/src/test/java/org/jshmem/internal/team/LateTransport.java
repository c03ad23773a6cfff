package org.jshmem.internal.team;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.heap.Memory;
import org.jshmem.heap.Strided;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.Transport;

/** Does nothing before it has to: puts and non-blocking gets are done by the next fence or quiet. */
final class LateTransport extends Transport {
    private final long[] heaps;
    private final List<Runnable> pending = new ArrayList<>();

    /** Reaches some heaps, by their indices. */
    LateTransport(long[] heaps) {
        this.heaps = heaps;
    }

    @Override
    public void put(int pe, long destOffset, long sourceAddress, long bytes) {
        final byte[] copy = new byte[(int) bytes];
        Memory.copy(sourceAddress, MemorySegment.ofArray(copy), 0, bytes);
        pending.add(() -> Memory.copy(MemorySegment.ofArray(copy), 0, heaps[pe] + destOffset, bytes));
    }

    @Override
    public void get(int pe, long destAddress, long sourceOffset, long bytes) {
        Memory.copy(heaps[pe] + sourceOffset, destAddress, bytes);
    }

    @Override
    public void getNbi(int pe, long destAddress, long sourceOffset, long bytes) {
        pending.add(() -> get(pe, destAddress, sourceOffset, bytes));
    }

    @Override
    public void putBlocks(
            int pe, long dest, long destStride, long source, long sourceStride, long blockBytes, long nblocks) {
        for (long i = 0; i < nblocks; i++) {
            put(pe, dest + i * destStride, source + i * sourceStride, blockBytes);
        }
    }

    @Override
    public void getBlocks(
            int pe, long dest, long destStride, long source, long sourceStride, long blockBytes, long nblocks) {
        Strided.copy(heaps[pe] + source, sourceStride, dest, destStride, blockBytes, nblocks);
    }

    @Override
    public long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void fence() {
        quiet();
    }

    @Override
    public void quiet() {
        pending.forEach(Runnable::run);
        pending.clear();
    }
}
