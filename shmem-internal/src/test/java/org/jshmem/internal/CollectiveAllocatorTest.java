package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import org.jshmem.ShmemException;
import org.jshmem.heap.AddressWindow;
import org.jshmem.heap.BackingFile;
import org.jshmem.heap.NodeLayout;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.barrier.BarrierLines;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.lock.LockOwners;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;
import org.junit.jupiter.api.Test;

class CollectiveAllocatorTest {
    private static final long HEAP_BYTES = 2 << 20;

    /** This PE's allocator may be in another state than those of the others, so that offsets would differ. */
    @Test
    void shouldNotGoOnAfterACallThatFailedBetweenBarrierAndAllocator() {
        final NodeLayout layout = new NodeLayout(1, 0);
        try (Arena arena = Arena.ofShared();
                BackingFile file = BackingFile.create(HEAP_BYTES)) {
            final long control = arena.allocate(layout.controlEnd(), 4096).address();
            final AddressWindow window = AddressWindow.reserve(HEAP_BYTES, AddressWindow.freeCandidates(HEAP_BYTES));
            window.map(file, 0, HEAP_BYTES);
            final CollectiveAllocator memory = new CollectiveAllocator(
                    new SymmetricHeap(file, 0, window.base(), HEAP_BYTES, false),
                    new TeamBarrier(
                            new BarrierLines(new long[] {control + layout.slotOffset(0, 0)}, new int[] {0}, 0),
                            0,
                            null,
                            null,
                            new WaitPoints(control, layout),
                            WaitPolicy.endless(true)),
                    new LockOwners(),
                    Topology.oneNode(0, 1),
                    0,
                    false);
            final Allocation block = memory.allocate(CollectiveCall.MALLOC, ElementKind.LONG, 64, 8, 0);
            final Allocation broken = new Allocation(block.offset, window.base(), 64, 8, 0, null);
            assertThrows(NullPointerException.class, () -> memory.free(broken));
            assertRefused(() -> memory.free(block));
            assertRefused(() -> memory.allocate(CollectiveCall.MALLOC, ElementKind.LONG, 64, 8, 0));
            assertRefused(() -> memory.reallocate(block, 128));
            window.retire();
        }
    }

    private static void assertRefused(Runnable call) {
        final String message = assertThrows(ShmemException.class, call::run).getMessage();
        assertTrue(message.contains("out of step"), message);
    }
}
