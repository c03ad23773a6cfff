package org.jshmem.transport.none;

import org.jshmem.ShmemException;
import org.jshmem.heap.AddressWindow;
import org.jshmem.heap.BackingFile;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.NodeLayout;
import org.jshmem.heap.SharedHeap;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.config.Setting;
import org.jshmem.internal.transport.NodeMemory;
import org.jshmem.internal.transport.Transport;

/** The memory of a node with one PE, whose heap is the only one. */
final class NoneMemory extends NodeMemory {
    private final BackingFile file;
    private final AddressWindow window;
    private final NodeLayout layout;
    private final boolean hugePages;
    private final SymmetricHeap heap;

    NoneMemory(NodeLayout layout, Configuration configuration) {
        if (!layout.fits()) {
            throw new ShmemException(Setting.SYMMETRIC_SIZE.variable() + "=" + configuration.heapBytes() + " and "
                    + Setting.SHARED_SIZE.variable() + "=" + configuration.sharedBytes()
                    + " bytes are more than the address space holds; set them to less");
        }
        this.layout = layout;
        this.hugePages = configuration.get(Setting.HUGE_PAGES).equals("auto");
        final long bytes = layout.totalBytes();
        file = BackingFile.create(layout);
        window = AddressWindow.reserve(bytes, AddressWindow.freeCandidates(bytes));
        window.map(file, 0, bytes);
        heap = new SymmetricHeap(
                file, layout.heapOffset(0), window.base() + layout.heapOffset(0), layout.heapBytes(), hugePages);
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
    public long base(int index) {
        return heap.base();
    }

    @Override
    public long control() {
        return window.base();
    }

    /** Null: the only heap is mapped. */
    @Override
    public Transport transport() {
        return null;
    }

    @Override
    public boolean claim(long offset, long bytes) {
        return file.claimPages(offset, bytes);
    }

    @Override
    public SharedHeap sharedHeap(int pe, SharedHeap.Listener listener, ClaimObserver observer) {
        return new SharedHeap(file, layout, window.base(), 0, pe, hugePages, listener, observer);
    }

    @Override
    public boolean isCrowded() {
        return false;
    }

    @Override
    public void detach() {
        window.retire();
        file.close();
    }
}
