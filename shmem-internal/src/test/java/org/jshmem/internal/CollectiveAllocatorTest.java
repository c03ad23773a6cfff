package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;
import org.jshmem.ShmemException;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.AddressWindow;
import org.jshmem.heap.BackingFile;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.ClaimProgress;
import org.jshmem.heap.HeapException;
import org.jshmem.heap.Memory;
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
import org.jshmem.testing.Draw;
import org.jshmem.testing.PeThreads;
import org.jshmem.testing.StandardError;
import org.junit.jupiter.api.Tag;
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

    @Test
    void shouldCountWhatIsAllocatedAndFindIt() {
        onAHeap((heap, memory) -> {
            assertEquals(0, memory.liveBlocks());
            final Allocation first = malloc(memory, 100);
            final Allocation second = memory.allocate(CollectiveCall.ALIGN, ElementKind.LONG, 200, 4096, 7);
            assertEquals(2, memory.liveBlocks());
            assertEquals(128 + 256, memory.usedBytes());
            assertEquals(0, second.offset % 4096);
            assertEquals(4096, second.alignment);
            assertEquals(7, second.hints);
            assertEquals(heap.base() + second.offset, second.address);
            assertEquals(first.offset + 99, memory.offsetOf(first.address + 99, 1));
            assertEquals(-1, memory.offsetOf(first.address + 99, 2));
            assertEquals(-1, memory.offsetOf(first.address - 1, 1));
            memory.free(first);
            assertFalse(first.live);
            assertEquals(-1, memory.offsetOf(first.address, 1));
            assertEquals(0, memory.spareBytes());
            assertTrue(heap.claim(3 * SymmetricHeap.UNIT, ClaimProgress.NONE));
            assertEquals(2 * SymmetricHeap.UNIT, memory.spareBytes(), "what no block has needed");
            assertEquals(1, memory.liveBlocks());
            assertEquals(256, memory.usedBytes());
            memory.end();
            assertFalse(second.live);
            assertEquals(0, memory.liveBlocks());
        });
    }

    @Test
    void shouldClearForCallocOnly() {
        onAHeap((_, memory) -> {
            final Allocation dirty = malloc(memory, 128);
            for (int at = 0; at < 128; at += Long.BYTES) {
                Memory.put64(dirty.address + at, -1);
            }
            memory.free(dirty);
            final Allocation same = malloc(memory, 128);
            assertEquals(dirty.address, same.address);
            assertEquals(-1, Memory.get64(same.address));
            memory.free(same);
            final Allocation cleared = memory.allocate(CollectiveCall.CALLOC, ElementKind.LONG, 120, 8, 0);
            assertEquals(dirty.address, cleared.address);
            for (int at = 0; at < 120; at += Long.BYTES) {
                assertEquals(0, Memory.get64(cleared.address + at), "byte " + at);
            }
            assertEquals(-1, Memory.get64(cleared.address + 120), "what is behind it");
        });
    }

    /** In its place, by moving, and not at all, where it stays as it is. */
    @Test
    void shouldReallocate() {
        onAHeap((heap, memory) -> {
            final Allocation block = memory.allocate(CollectiveCall.ALIGN, ElementKind.LONG, 64, 128, 7);
            Memory.put64(block.address + 56, 42);
            final Allocation grown = memory.reallocate(block, 1000);
            assertEquals(block.offset, grown.offset);
            assertFalse(block.live);
            assertTrue(grown.live);
            assertEquals(1000, grown.bytes);
            final Allocation behind = malloc(memory, 64);
            final Allocation moved = memory.reallocate(grown, 3 << 20);
            assertNotEquals(grown.offset, moved.offset);
            assertEquals(42, Memory.get64(moved.address + 56));
            assertEquals(128, moved.alignment);
            assertEquals(7, moved.hints);
            assertEquals(2, memory.liveBlocks());
            assertEquals((3 << 20) + 64, memory.usedBytes(), "its old place is free");
            final String text = assertThrows(
                            ShmemOutOfMemoryException.class, () -> memory.reallocate(moved, HEAP_BYTES))
                    .getMessage();
            assertTrue(text.startsWith("no room for " + HEAP_BYTES + " bytes in the symmetric heap"), text);
            assertTrue(moved.live);
            assertEquals((3 << 20) + 64, memory.usedBytes());
            final Allocation shrunk = memory.reallocate(moved, 8);
            assertEquals(moved.offset, shrunk.offset);
            assertEquals(128, memory.usedBytes());
            assertTrue(behind.live);
        });
    }

    @Test
    void shouldSayHowMuchRoomThereIs() {
        onAHeap((heap, memory) -> {
            final Allocation block = malloc(memory, 100);
            assertEquals(
                    "no room for " + HEAP_BYTES + " bytes in the symmetric heap of " + HEAP_BYTES + " bytes, of which"
                            + " 128 are in use; set SHMEM_SYMMETRIC_SIZE to more",
                    assertThrows(ShmemOutOfMemoryException.class, () -> malloc(memory, HEAP_BYTES))
                            .getMessage());
            assertEquals(0, heap.unclaimed(block.offset + block.bytes), "what is in use stays");
            memory.free(block);
            malloc(memory, HEAP_BYTES);
        });
    }

    /** The place that it has tried goes back, in place or not. */
    @Test
    void shouldLeaveABlockAsItIsIfItCannotGrow() {
        onAHeap((heap, memory) -> {
            final Refuser refuser = new Refuser();
            heap.observe(refuser, end -> Math.ceilDiv(end, SymmetricHeap.UNIT) * SymmetricHeap.UNIT);
            final Allocation block = malloc(memory, 64);
            Memory.put64(block.address, 42);
            assertThrows(ShmemOutOfMemoryException.class, () -> memory.reallocate(block, 3 << 20));
            assertEquals(64, memory.usedBytes(), "it could have grown in its place");
            final Allocation behind = malloc(memory, 64);
            assertEquals(64, behind.offset - block.offset);
            assertThrows(ShmemOutOfMemoryException.class, () -> memory.reallocate(block, 3 << 20));
            assertEquals(128, memory.usedBytes(), "it could have moved");
            assertEquals(42, Memory.get64(block.address));
            assertTrue(block.live);
            assertEquals(128, malloc(memory, 64).offset - block.offset);
        });
    }

    /** The other PE gives back what it has claimed and allocated, in place or not, as often as one PE has refused. */
    @Test
    @Tag(Draw.DRAWN)
    void shouldHaveAllMemoryAfterReallocsThatFailedOnOnePe() throws Exception {
        onHeaps(2, (pe, heap, memory) -> {
            final Refuser refuser = new Refuser();
            refuser.limit = pe == 1 ? SymmetricHeap.UNIT : Long.MAX_VALUE;
            heap.observe(refuser, end -> Math.ceilDiv(end, SymmetricHeap.UNIT) * SymmetricHeap.UNIT);
            final Allocation first = malloc(memory, 64);
            final Allocation last = malloc(memory, 64);
            Memory.put64(first.address, 40 + pe);
            Memory.put64(last.address, 50 + pe);
            for (int i = 0; i < 1000; i++) {
                final Allocation grown = i % 2 == 0 ? first : last;
                final String message = assertThrows(
                                ShmemOutOfMemoryException.class, () -> memory.reallocate(grown, 3 << 20))
                        .getMessage();
                assertEquals(pe == 1, message.equals("PE 1 may not"), message);
                assertEquals(SymmetricHeap.UNIT, heap.unclaimed(2 * SymmetricHeap.UNIT), "claimed, call " + i);
            }
            assertEquals(2, memory.liveBlocks());
            assertEquals(128, memory.usedBytes());
            assertEquals(40 + pe, Memory.get64(first.address));
            assertEquals(50 + pe, Memory.get64(last.address));
            refuser.limit = Long.MAX_VALUE;
            assertEquals(128, malloc(memory, HEAP_BYTES - 128).offset);
        });
    }

    /**
     * Calls that differ are undone, which leaves the free blocks of one PE in another order: a later call does not go
     * on with different offsets.
     */
    @Test
    void shouldNotGiveDifferentOffsets() throws Exception {
        onHeaps(2, (pe, _, memory) -> {
            final List<Allocation> blocks = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                blocks.add(malloc(memory, 1 << 20));
                malloc(memory, 64);
            }
            malloc(memory, HEAP_BYTES - memory.usedBytes());
            blocks.forEach(memory::free); // the last one is found first, but only the first one is aligned
            assertThrows(
                    ShmemException.class,
                    () -> memory.allocate(
                            CollectiveCall.ALIGN, ElementKind.LONG, pe == 0 ? 1 << 20 : 64, pe == 0 ? 1 << 20 : 64, 0));
            final String text = assertThrows(ShmemException.class, () -> malloc(memory, 1 << 20))
                    .getMessage();
            assertTrue(text.contains("new block at heap offset"), text);
        });
    }

    /** A growth that is large for 16 PEs takes a barrier more. */
    @Test
    void shouldGrowAlikeAfterCallsThatDiffered() throws Exception {
        onHeaps(16, (pe, heap, memory) -> {
            final Allocation kept = malloc(memory, 64);
            memory.free(malloc(memory, 5 << 20));
            final long claimed = heap.claimed();
            assertThrows(ShmemException.class, () -> {
                if (pe == 0) {
                    malloc(memory, 8);
                } else {
                    memory.reallocate(kept, 8);
                }
            });
            assertEquals(claimed, heap.claimed());
            malloc(memory, 5 << 20);
        });
    }

    @Test
    void shouldTellWhereBlocksWereAllocatedThatAreNotFreed() {
        final List<String> texts = new ArrayList<>();
        onAHeap(HEAP_BYTES, true, (_, memory) -> {
            memory.free(malloc(memory, 8));
            malloc(memory, 100);
            texts.add(StandardError.of(memory::end));
        });
        final String[] lines = texts.getFirst().split("\n");
        assertEquals("jshmem: PE 0 shuts down with 1 allocations not freed, 128 bytes:", lines[0]);
        assertTrue(lines[1].startsWith("  block at heap offset 0, 100 bytes, alignment 8"), lines[1]);
        assertEquals(2, lines.length);
    }

    /** It asks the machine first. */
    @Test
    void shouldClaimNothingIfTheMachineHasLess() {
        onAHeap(1L << 42, false, (heap, memory) -> {
            final String text = assertThrows(ShmemOutOfMemoryException.class, () -> malloc(memory, 1L << 41))
                    .getMessage();
            assertTrue(
                    text.startsWith("no memory for " + (1L << 41) + " bytes more in the symmetric heap of each of the 1"
                            + " PEs on the node of PE 0: "),
                    text);
            assertFalse(text.contains("short for a moment"), text);
            assertEquals(0, memory.usedBytes());
            final Allocation block = malloc(memory, 100);
            assertEquals(0, block.offset);
            assertEquals(SymmetricHeap.UNIT, heap.unclaimed(SymmetricHeap.UNIT + 1));
        });
    }

    private static Allocation malloc(CollectiveAllocator memory, long bytes) {
        return memory.allocate(CollectiveCall.MALLOC, ElementKind.LONG, bytes, 8, 0);
    }

    /** Runs a test on a heap of which nothing is claimed, and the allocator of its only PE. */
    private static void onAHeap(BiConsumer<SymmetricHeap, CollectiveAllocator> test) {
        onAHeap(HEAP_BYTES, false, test);
    }

    private static void onAHeap(long bytes, boolean debug, BiConsumer<SymmetricHeap, CollectiveAllocator> test) {
        final NodeLayout layout = new NodeLayout(1, 0);
        try (Arena arena = Arena.ofShared();
                BackingFile file = BackingFile.create(bytes)) {
            final long control = arena.allocate(layout.controlEnd(), 4096).address();
            final AddressWindow window = AddressWindow.reserve(bytes, AddressWindow.freeCandidates(bytes));
            window.map(file, 0, bytes);
            final TeamArea area = new TeamArea(control + layout.worldOffset(), 1);
            final SymmetricHeap heap = new SymmetricHeap(file, 0, window.base(), bytes, false);
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
                            debug));
            window.retire();
        }
    }

    /** What a PE does with its heap and its allocator. */
    private interface Pe {
        void run(int pe, SymmetricHeap heap, CollectiveAllocator memory) throws Exception;
    }

    /** Runs a test on the heaps of several PEs of a node, which are threads. */
    private static void onHeaps(int pes, Pe test) throws Exception {
        final NodeLayout layout = new NodeLayout(pes, 0);
        final long control = Arena.global().allocate(layout.controlEnd(), 4096).address();
        final TeamArea area = new TeamArea(control + layout.worldOffset(), pes);
        final int[] all = IntStream.range(0, pes).toArray();
        final BackingFile file = BackingFile.create(pes * HEAP_BYTES);
        final AddressWindow window =
                AddressWindow.reserve(pes * HEAP_BYTES, AddressWindow.freeCandidates(pes * HEAP_BYTES));
        window.map(file, 0, pes * HEAP_BYTES);
        PeThreads.run(pes, pe -> {
            final SymmetricHeap heap =
                    new SymmetricHeap(file, pe * HEAP_BYTES, window.base() + pe * HEAP_BYTES, HEAP_BYTES, false);
            final TeamBarrier barrier = TeamBarrier.onOneNode(
                    area,
                    new BarrierLines(area, all, pe),
                    false,
                    new WaitPoints(control, layout),
                    WaitPolicy.endless(true));
            test.run(
                    pe,
                    heap,
                    new CollectiveAllocator(heap, barrier, new LockOwners(), Topology.oneNode(pe, pes), pe, false));
        });
        window.retire();
        file.close();
    }

    private static void assertRefused(Runnable call) {
        final String message = assertThrows(ShmemException.class, call::run).getMessage();
        assertTrue(message.contains("out of step"), message);
    }
}
