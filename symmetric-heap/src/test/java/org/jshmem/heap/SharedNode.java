package org.jshmem.heap;

/** The memory of a node without heaps but the shared one, mapped once; each PE has its own view of that. */
final class SharedNode implements AutoCloseable {
    final NodeLayout layout;
    final BackingFile file;
    final AddressWindow window;
    final SharedHeap[] heaps;

    SharedNode(int pes, long sharedBytes) {
        this(new NodeLayout(pes, 0, sharedBytes), null);
    }

    /** The memory of a file that another process has made; null makes one. */
    SharedNode(NodeLayout layout, BackingFile existing) {
        this.layout = layout;
        this.file = existing == null ? BackingFile.create(layout) : existing;
        this.window = AddressWindow.reserve(layout.totalBytes(), 0);
        window.map(file, 0, layout.totalBytes());
        this.heaps = new SharedHeap[layout.pes()];
        for (int pe = 0; pe < heaps.length; pe++) {
            heaps[pe] = new SharedHeap(file, layout, window.base(), pe, pe, true, index -> {}, ClaimObserver.NONE);
        }
    }

    @Override
    public void close() {
        window.retire();
        file.close();
    }
}
