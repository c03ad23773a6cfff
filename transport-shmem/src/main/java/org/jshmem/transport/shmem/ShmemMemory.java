package org.jshmem.transport.shmem;

import org.jshmem.ShmemException;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.NodeLayout;
import org.jshmem.heap.SharedHeap;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.transport.NodeMemory;
import org.jshmem.internal.transport.Transport;
import org.jshmem.oshmem.OpenShmem;

/**
 * The memory of a node whose heaps are one block of symmetric memory of a C library each. Other PEs of the node load
 * and store them where the library maps them. Control memory and shared heap are those of the memory that this wraps.
 */
final class ShmemMemory extends NodeMemory {
    private final OpenShmem library;
    private final NodeMemory node;
    private final SymmetricHeap heap;

    /** By index on the node, where heaps are mapped here. */
    private final long[] bases;

    ShmemMemory(OpenShmem library, NodeMemory node, int[] local, NodeLayout layout) {
        this.library = library;
        this.node = node;
        try {
            final long base = library.heap(layout.stride(), NodeLayout.HEAP_ALIGNMENT);
            heap = SymmetricHeap.ofMemory(base, layout.heapBytes());
            bases = new long[local.length];
            for (int i = 0; i < local.length; i++) {
                bases[i] = local[i] == library.pe() ? base : library.ptr(base, local[i]);
                if (bases[i] == 0) {
                    throw new ShmemException(library.name() + " does not map the memory of PE " + local[i]
                            + " of this node; use its transport for shared memory, or unset SHMEM_TRANSPORT");
                }
            }
        } catch (IllegalStateException e) {
            throw new ShmemException(e.getMessage(), e);
        }
    }

    @Override
    public String name() {
        return library.name() + " over " + node.name();
    }

    @Override
    public SymmetricHeap heap() {
        return heap;
    }

    @Override
    public long base(int index) {
        return bases[index];
    }

    @Override
    public long control() {
        return node.control();
    }

    @Override
    public boolean claim(long offset, long bytes) {
        return node.claim(offset, bytes);
    }

    @Override
    public Transport transport() {
        return null;
    }

    @Override
    public SharedHeap sharedHeap(int pe, SharedHeap.Listener listener, ClaimObserver observer) {
        return node.sharedHeap(pe, listener, observer);
    }

    @Override
    public boolean isCrowded() {
        return node.isCrowded();
    }

    @Override
    public void detach() {
        node.detach();
    }
}
