package org.jshmem.internal;

import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.AddressWindow;
import org.jshmem.heap.BackingFile;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.NodeLayout;
import org.jshmem.heap.SharedHeap;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.NodeMemory;
import org.jshmem.internal.transport.NodeMemoryProvider;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.transport.Transport;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.spi.ElementKind;

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

    /** The memory of a node as one of its PEs has it. */
    public LargeJobNode(NodeLayout layout, int me) {
        this(layout, me, BackingFile.create(layout), AddressWindow.reserve(layout.totalBytes(), 0));
        window.map(file, 0, layout.totalBytes());
    }

    private LargeJobNode(NodeLayout layout, int me, BackingFile file, AddressWindow window) {
        this.layout = layout;
        this.me = me;
        this.file = file;
        this.window = window;
        this.heap = new SymmetricHeap(file, layout.heapOffset(me), base(me), layout.heapBytes(), false);
    }

    /** The same memory as another PE of the node has it; not to be detached. */
    public LargeJobNode of(int index) {
        return new LargeJobNode(layout, index, file, window);
    }

    /** The shared heap as a PE knows it; {@code network} reaches other nodes, or is null. */
    public SharedBlocks blocks(Network network, Topology topology) {
        return new SharedBlocks(this, network, topology, topology.local()[me], false);
    }

    /** Blocks of the shared heap that a PE has allocated, for the program and for the library. */
    public int blocks(int index) {
        return sharedHeap(index, freed -> {}, ClaimObserver.NONE)
                .tables()
                .liveBlocks(index, ElementKind.values().length + 1);
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
