package org.jshmem.transport.ofi;

import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.transport.SharedOffset;

/**
 * The memory of this PE that messages of other PEs may name by an offset: its heap, and the shared heap of its node.
 *
 * @param heap its heap
 * @param sharedBase where the shared heap is
 * @param sharedBytes the size of the shared heap
 */
record ReachableMemory(SymmetricHeap heap, long sharedBase, long sharedBytes) {
    /** Where a range is; 0 if it is not in this memory. */
    long address(long offset, long bytes) {
        if (SharedOffset.isShared(offset)) {
            return within(SharedOffset.place(offset), bytes, sharedBase, sharedBytes);
        }
        return within(offset, bytes, heap.base(), heap.bytes());
    }

    private static long within(long offset, long bytes, long base, long limit) {
        return bytes >= 0 && offset <= limit - bytes ? base + offset : 0;
    }
}
