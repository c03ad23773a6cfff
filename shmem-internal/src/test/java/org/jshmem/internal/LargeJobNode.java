package org.jshmem.internal;

import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.AddressWindow;
import org.jshmem.heap.BackingFile;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.NodeLayout;
import org.jshmem.heap.SharedHeap;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.transport.NodeMemory;
import org.jshmem.internal.transport.NodeMemoryProvider;
import org.jshmem.internal.transport.Transport;
import org.jshmem.internal.waiting.WaitPolicy;

/** The memory of a node of a {@link LargeJob}, with addresses for all heaps of the node, and one PE that uses it. */
public final class LargeJobNode extends NodeMemory {
    /** Makes them; found by the service loader. */
    public static final class Provider implements NodeMemoryProvider {
        @Override
        public boolean serves(int pes) {
            return true;
        }

        @Override
        public NodeMemory attach(
                Bootstrap node, NodeLayout layout, Configuration configuration, WaitPolicy waitPolicy) {
            return new LargeJobNode(layout, node.pe());
        }
    }

    private final NodeLayout layout;
    private final int me;
    private final BackingFile file;
    private final AddressWindow window;
    private final SymmetricHeap heap;

    private LargeJobNode(NodeLayout layout, int me) {
        this.layout = layout;
        this.me = me;
        this.file = BackingFile.create(layout);
        this.window = AddressWindow.reserve(layout.totalBytes(), 0);
        window.map(file, 0, layout.totalBytes());
        this.heap = new SymmetricHeap(file, layout.heapOffset(me), base(me), layout.heapBytes(), false);
    }

    @Override
    public String name() {
        return "a node of a large job";
    }

    @Override
    public SymmetricHeap heap() {
        return heap;
    }

    @Override
    public long base(int index) {
        return window.base() + layout.heapOffset(index);
    }

    @Override
    public long control() {
        return window.base();
    }

    @Override
    public boolean claim(long offset, long bytes) {
        return file.claimPages(offset, bytes);
    }

    @Override
    public Transport transport() {
        return null;
    }

    @Override
    public SharedHeap sharedHeap(int pe, SharedHeap.Listener listener, ClaimObserver observer) {
        return new SharedHeap(file, layout, window.base(), me, pe, false, listener, observer);
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
