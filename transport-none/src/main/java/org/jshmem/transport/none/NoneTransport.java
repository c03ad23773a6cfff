package org.jshmem.transport.none;

import org.jshmem.ShmemException;
import org.jshmem.heap.AddressWindow;
import org.jshmem.heap.BackingFile;
import org.jshmem.heap.NodeLayout;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.config.Setting;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.Transport;

/** One PE, whose own heap is all there is. Its heap is always mapped, so no operation ever comes here. */
final class NoneTransport extends Transport {
    private final BackingFile file;
    private final AddressWindow window;
    private final SymmetricHeap heap;

    NoneTransport(Configuration configuration) {
        final NodeLayout layout = new NodeLayout(1, configuration.heapBytes());
        if (!layout.fits()) {
            throw new ShmemException(Setting.SYMMETRIC_SIZE.variable() + "=" + configuration.heapBytes()
                    + " bytes is more than the address space holds; set it to less");
        }
        final long bytes = layout.totalBytes();
        file = BackingFile.create(bytes);
        window = AddressWindow.reserve(bytes, AddressWindow.freeCandidates(bytes));
        window.map(file, 0, bytes);
        heap = new SymmetricHeap(
                file,
                layout.heapOffset(0),
                window.base() + layout.heapOffset(0),
                layout.heapBytes(),
                configuration.get(Setting.HUGE_PAGES).equals("auto"));
    }

    @Override
    public String name() {
        return "none (" + file.kind() + ")";
    }

    @Override
    public SymmetricHeap heap() {
        return heap;
    }

    @Override
    public long base(int pe) {
        return heap.base();
    }

    @Override
    public long control() {
        return window.base();
    }

    @Override
    public void put(int pe, long destOffset, long sourceAddress, long bytes) {
        throw noOther(pe);
    }

    @Override
    public void get(int pe, long destAddress, long sourceOffset, long bytes) {
        throw noOther(pe);
    }

    @Override
    public void putBlocks(
            int pe,
            long destOffset,
            long destStride,
            long sourceAddress,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        throw noOther(pe);
    }

    @Override
    public void getBlocks(
            int pe,
            long destAddress,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        throw noOther(pe);
    }

    @Override
    public long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        throw noOther(pe);
    }

    @Override
    public void fence() {}

    @Override
    public void quiet() {}

    @Override
    public void detach() {
        window.retire();
        file.close();
    }

    private static IllegalStateException noOther(int pe) {
        return new IllegalStateException("pe=" + pe + ": a job of one PE has no other");
    }
}
