package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.function.BiConsumer;
import org.jshmem.ShmemException;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.AddressWindow;
import org.jshmem.heap.BackingFile;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.HeapException;
import org.jshmem.heap.NodeLayout;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.barrier.BarrierLines;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.TeamArea;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.lock.LockOwners;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;
import org.junit.jupiter.api.Test;

class CollectiveAllocatorTest {
    private static final long HEAP_BYTES = 8 << 20;

    /** This PE's allocator may be in another state than those of the others, so that offsets would differ. */
    @Test
    void shouldNotGoOnAfterACallThatFailedBetweenBarrierAndAllocator() {
        onAHeap((heap, memory) -> {
            final Allocation block = malloc(memory, 64);
            final Allocation broken = new Allocation(block.offset, heap.base(), 64, 8, 0, null);
            assertThrows(NullPointerException.class, () -> memory.free(broken));
            assertRefused(() -> memory.free(block));
            assertRefused(() -> malloc(memory, 64));
            assertRefused(() -> memory.reallocate(block, 128));
        });
    }

    /**
     * As a network that cannot pin more: the message has its reason, and the next allocation is as if nothing had been.
     */
    @Test
    void shouldRefuseWhatAnObserverRefusesAndGoOn() {
        onAHeap((heap, memory) -> {
            final Refuser refuser = new Refuser();
            heap.observe(refuser, end -> Math.ceilDiv(end, SymmetricHeap.UNIT) * SymmetricHeap.UNIT);
            final Allocation first = malloc(memory, 64);
            final String message = assertThrows(ShmemOutOfMemoryException.class, () -> malloc(memory, 3 << 20))
                    .getMessage();
            assertEquals("PE 0 may not", message);
            assertThrows(ShmemOutOfMemoryException.class, () -> memory.reallocate(first, 3 << 20));
            assertEquals(SymmetricHeap.UNIT, heap.unclaimed(3 << 20));
            refuser.limit = Long.MAX_VALUE;
            final Allocation second = malloc(memory, 3 << 20);
            assertEquals(0, heap.unclaimed(second.offset + second.bytes));
        });
    }

    /** Refuses all memory behind a limit. */
    private static final class Refuser implements ClaimObserver {
        long limit = SymmetricHeap.UNIT;

        @Override
        public void claimed(long offset, long bytes) {
            if (offset + bytes > limit) {
                throw new HeapException("may not");
            }
        }

        @Override
        public boolean releases(long offset, long bytes) {
            return true;
        }
    }

    /** Other blocks are in the way when it grows. */
    @Test
    void shouldKeepTheAlignmentOfABlockThatMovesAgainAndAgain() {
        onAHeap((_, memory) -> {
            Allocation block = memory.allocate(CollectiveCall.ALIGN, ElementKind.LONG, 64, 4096, 0);
            for (int moves = 0; moves < 5; ) {
                malloc(memory, block.bytes + 8);
                final long before = block.offset;
                block = memory.reallocate(block, 2 * block.bytes);
                moves += block.offset == before ? 0 : 1;
                assertEquals(0, block.offset % 4096, "offset after " + moves + " moves");
            }
        });
    }

    private static Allocation malloc(CollectiveAllocator memory, long bytes) {
        return memory.allocate(CollectiveCall.MALLOC, ElementKind.LONG, bytes, 8, 0);
    }

    /** Runs a test on a heap of which nothing is claimed, and the allocator of its only PE. */
    private static void onAHeap(BiConsumer<SymmetricHeap, CollectiveAllocator> test) {
        final NodeLayout layout = new NodeLayout(1, 0);
        try (Arena arena = Arena.ofShared();
                BackingFile file = BackingFile.create(HEAP_BYTES)) {
            final long control = arena.allocate(layout.controlEnd(), 4096).address();
            final AddressWindow window = AddressWindow.reserve(HEAP_BYTES, AddressWindow.freeCandidates(HEAP_BYTES));
            window.map(file, 0, HEAP_BYTES);
            final TeamArea area = new TeamArea(control + layout.worldOffset(), 1);
            final SymmetricHeap heap = new SymmetricHeap(file, 0, window.base(), HEAP_BYTES, false);
            test.accept(
                    heap,
                    new CollectiveAllocator(
                            heap,
                            TeamBarrier.onOneNode(
                                    area,
                                    new BarrierLines(area, new int[] {0}, 0),
                                    false,
                                    new WaitPoints(control, layout),
                                    WaitPolicy.endless(true)),
                            new LockOwners(),
                            Topology.oneNode(0, 1),
                            0,
                            false));
            window.retire();
        }
    }

    private static void assertRefused(Runnable call) {
        final String message = assertThrows(ShmemException.class, call::run).getMessage();
        assertTrue(message.contains("out of step"), message);
    }
}
