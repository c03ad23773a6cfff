package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.transport.SharedOffset;
import org.junit.jupiter.api.Test;

class ReachableMemoryTest {
    private static final long HEAP = 1L << 30;
    private static final long SHARED = 1L << 40;
    private static final long BYTES = 4096;

    private final ReachableMemory memory =
            new ReachableMemory(new SymmetricHeap(null, 0, HEAP, BYTES, false), SHARED, 2 * BYTES);

    @Test
    void shouldReachFromTheFirstByteToTheLast() {
        assertEquals(HEAP, memory.address(0, BYTES));
        assertEquals(HEAP + BYTES - 8, memory.address(BYTES - 8, 8));
        assertEquals(0, memory.address(BYTES - 7, 8));
        assertEquals(0, memory.address(0, BYTES + 1));
        assertEquals(0, memory.address(8, -1));
        assertEquals(0, memory.address(Long.MAX_VALUE, 8));
        final long last = SharedOffset.of(0, 2 * BYTES - 8);
        assertEquals(SHARED + 2 * BYTES - 8, memory.address(last, 8));
        assertEquals(0, memory.address(last, 9));
    }
}
