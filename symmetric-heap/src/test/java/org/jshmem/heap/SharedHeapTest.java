package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several PEs in one process: each has a view of its own of the same shared memory. */
class SharedHeapTest {
    private static final int MOST_KINDS = 128;

    private static final long MIB = 1 << 20;
    private static final int KIND = 5;

    /** Threads that look at the same time; where CPUs are busy, one of them may run at the moment that counts. */
    private static final int OBSERVERS = 3;

    private final List<SharedNode> nodes = new ArrayList<>();

    @AfterEach
    void detach() {
        nodes.forEach(SharedNode::close);
    }

    private SharedHeap[] heaps(int pes, long bytes) {
        final SharedNode node = new SharedNode(pes, bytes);
        nodes.add(node);
        return node.heaps;
    }

    @Test
    void shouldAllocateAloneAndBeSeenByAnother() {
        final SharedHeap[] pes = heaps(2, 64 * MIB);
        final long handle = pes[0].allocate(1000, 1, KIND);
        assertTrue(SharedHeap.isHandle(handle));
        assertEquals(0, BlockHandle.pe(handle));
        assertEquals(1000, pes[1].tables().bytes(0, handle));
        assertEquals(KIND, BlockTables.kind(pes[1].tables().state(0, handle)));
        Memory.put64(pes[0].tables().address(0, handle), 42);
        assertEquals(42, Memory.get64(pes[1].tables().address(0, handle)));
        assertTrue(pes[0].free(0, handle));
        assertEquals(0, pes[0].tables().liveBlocks(0, MOST_KINDS));
    }

    /** As a network that has registered a part keeps it: its content stays when all of its blocks are freed. */
    @Test
    void shouldGiveBackOnlyWhatItsObserverLets() {
        final SharedNode node = new SharedNode(1, 16 * MIB);
        nodes.add(node);
        final List<String> calls = new ArrayList<>();
        final boolean[] lets = {false};
        final ClaimObserver observer = new ClaimObserver() {
            @Override
            public void claimed(long offset, long bytes) {
                calls.add("claimed " + offset / MIB + " " + bytes / MIB);
            }

            @Override
            public boolean releases(long offset, long bytes) {
                calls.add("releases " + offset / MIB + " " + bytes / MIB);
                return lets[0];
            }
        };
        final SharedHeap heap =
                new SharedHeap(node.file, node.layout, node.window.base(), 0, 0, true, index -> {}, observer);
        final long first = heap.allocate(8 * MIB, 1, KIND);
        final long address = heap.tables().address(0, first);
        Memory.put64(address, 42);
        assertTrue(heap.free(0, first));
        assertEquals(42, Memory.get64(address));
        final long second = heap.allocate(8 * MIB, 1, KIND);
        assertEquals(address, heap.tables().address(0, second));
        lets[0] = true;
        assertTrue(heap.free(0, second));
        assertEquals(0, Memory.get64(address));
        assertEquals(List.of("claimed 0 2", "claimed 2 2", "claimed 4 8", "releases 4 8", "releases 4 8"), calls);
    }

    /** One more would have a handle that names a block of another PE. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldRefuseMoreBlocksThanHandlesName() {
        final SharedHeap[] pes = heaps(2, 1 << 30);
        final long others = pes[1].allocate(8, 1, KIND);
        for (int i = 0; i < BlockHandle.MOST_BLOCKS; i++) {
            final long handle = pes[0].allocate(8, 1, KIND);
            assertTrue(SharedHeap.isHandle(handle) && BlockHandle.pe(handle) == 0, Long.toHexString(handle));
        }
        assertEquals(SharedHeap.NO_HANDLE, pes[0].allocate(8, 1, KIND));
        assertTrue(pes[1].tables().bytes(1, others) == 8);
    }

    @Test
    void shouldRefuseWhatWasFreed() {
        final SharedHeap[] pes = heaps(2, 64 * MIB);
        final long handle = pes[0].allocate(64, 1, KIND);
        final long word = pes[1].tables().stateAddress(0, handle);
        final long live = pes[1].tables().state(0, handle);
        assertEquals(live, Memory.get64(word));
        assertTrue(pes[1].free(0, handle));
        assertNotEquals(live, Memory.get64(word));
        assertFalse(pes[1].free(0, handle), "by the same PE again");
        assertFalse(pes[0].free(0, handle), "by the owner");
        assertEquals(0, pes[0].tables().state(0, handle));
        assertEquals(0, pes[0].usedBytes(), "the owner has taken the block back");
        final long next = pes[0].allocate(64, 1, KIND);
        assertEquals(BlockHandle.index(handle), BlockHandle.index(next), "the entry is used again");
        assertNotEquals(handle, next);
        assertFalse(pes[1].free(0, handle), "the entry has another block");
        assertEquals(0, pes[1].tables().state(0, handle));
        assertNotEquals(0, pes[1].tables().state(0, next));
    }

    /** As a PE of another node does, which copies parts of the table. */
    @Test
    void shouldBeFoundByTheOwnersTable() {
        final SharedNode node = new SharedNode(3, 64 * MIB);
        nodes.add(node);
        final long shared = node.window.base() + node.layout.sharedOffset();
        final SharedHeap owner = node.heaps[2];
        assertEquals(0, Memory.get64(shared + SharedTable.chunkOffset(2, 1)), "nothing is allocated yet");
        for (int i = 0; i < SharedLayout.CHUNK_ENTRIES; i++) { // so that the block is not in the first chunk
            owner.allocate(8, 1, KIND);
        }
        final long handle = owner.allocate(1000, 1, KIND);
        final long chunk = Memory.get64(shared + SharedTable.chunkOffset(2, handle));
        final long entry = shared + SharedTable.entryOffset(chunk, handle);
        assertEquals(owner.tables().state(2, handle), SharedTable.state(entry, handle));
        assertEquals(owner.tables().address(2, handle), shared + SharedTable.blockOffset(entry));
        assertEquals(1000, SharedTable.blockBytes(entry));
        owner.free(2, handle);
        assertEquals(0, SharedTable.state(entry, handle), "the handle is stale");
    }

    @Test
    void shouldRefuseNumbersThatAreNoHandles() {
        final SharedHeap[] pes = heaps(2, 64 * MIB);
        pes[0].allocate(64, 1, KIND);
        for (long number : new long[] {0, 2, -1, 1L << 24, Long.MAX_VALUE, Long.MIN_VALUE, 77L << 24 | 1}) {
            assertEquals(0, pes[1].tables().state(0, number), "state of " + number);
            assertFalse(pes[1].free(0, number), "free of " + number);
            assertFalse(pes[0].free(0, number), "free by the owner of " + number);
            assertEquals(SharedHeap.STALE, pes[0].reallocate(0, number, 10), "realloc of " + number);
        }
    }

    @Test
    void shouldReuseWhatOthersFree() {
        final SharedHeap[] pes = heaps(2, 8 * MIB);
        for (int i = 0; i < 1000; i++) {
            final long handle = pes[0].allocate(MIB, 1, KIND);
            assertTrue(SharedHeap.isHandle(handle), "round " + i);
            assertTrue(pes[1].free(0, handle));
        }
        assertEquals(0, pes[0].tables().liveBlocks(0, MOST_KINDS));
        assertEquals(0, pes[0].usedBytes());
    }

    /** A PE that needs little leaves the rest to one that needs much. */
    @Test
    void shouldLetOnePeUseAlmostAll() {
        final SharedHeap[] pes = heaps(4, 64 * MIB);
        final List<Long> handles = new ArrayList<>();
        for (long handle = pes[2].allocate(MIB, 1, KIND);
                SharedHeap.isHandle(handle);
                handle = pes[2].allocate(MIB, 1, KIND)) {
            handles.add(handle);
        }
        assertTrue(handles.size() >= 58, handles.size() + " of 64");
        assertEquals(SharedHeap.NO_ROOM, pes[1].allocate(1, 1, KIND));
        handles.forEach(handle -> assertTrue(pes[2].free(2, handle)));
        assertTrue(SharedHeap.isHandle(pes[1].allocate(1, 1, KIND)), "what is free again, another PE can have");
    }

    @Test
    @Tag(QuickFilter.FULL)
    void shouldGiveMemoryOfLargeBlocksBack() {
        final SharedHeap[] pes = heaps(2, 512 * MIB);
        for (int i = 0; i < 20; i++) {
            final long handle = pes[i % 2].allocate(300 * MIB, 1, KIND);
            assertTrue(SharedHeap.isHandle(handle), "round " + i);
            Memory.put64(pes[0].tables().address(i % 2, handle) + 299 * MIB, 1);
            assertTrue(pes[(i + 1) % 2].free(i % 2, handle));
            assertEquals(0, pes[0].tables().liveBlocks(i % 2, MOST_KINDS));
            assertEquals(0, pes[i % 2].usedBytes(), "the owner has taken the block back");
        }
    }

    @Test
    void shouldAlign() {
        final SharedHeap[] pes = heaps(1, 128 * MIB);
        for (long alignment = 1; alignment <= NodeLayout.HEAP_ALIGNMENT; alignment *= 2) {
            final long handle = pes[0].allocate(3, alignment, KIND);
            assertTrue(SharedHeap.isHandle(handle), "alignment " + alignment);
            assertEquals(0, pes[0].tables().address(0, handle) % Math.max(64, alignment), "alignment " + alignment);
        }
    }

    /** A block that fits a piece, but only at its start. */
    @Test
    void shouldGrowForAlignmentOnce() {
        final SharedHeap[] pes = heaps(1, 512 * MIB);
        final SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 200; i++) {
            final long alignment = 64L << random.nextInt(18);
            final long bytes = 1 + random.nextLong(1 + random.nextLong(3 * MIB));
            final long before = pes[0].usedBytes();
            final long handle = pes[0].allocate(bytes, alignment, KIND);
            assertTrue(SharedHeap.isHandle(handle), bytes + " bytes, alignment " + alignment);
            assertEquals(0, pes[0].tables().address(0, handle) % alignment);
            assertTrue(pes[0].usedBytes() - before < bytes + 64, "nothing is lost by alignment");
            if (random.nextInt(3) > 0) {
                assertTrue(pes[0].free(0, handle));
            }
        }
    }

    @Test
    void shouldSayWhyThereIsNone() {
        final SharedHeap[] pes = heaps(1, 64 * MIB);
        assertEquals(SharedHeap.NO_ROOM, pes[0].allocate(64 * MIB, 1, KIND));
        assertEquals(SharedHeap.NO_ROOM, pes[0].allocate(Long.MAX_VALUE, 1, KIND));
        assertTrue(SharedHeap.isHandle(pes[0].allocate(32 * MIB, 1, KIND)));
        final SharedHeap[] large = heaps(1, 1L << 40);
        assertEquals(SharedHeap.NO_MEMORY, large[0].allocate(1L << 39, 1, KIND));
        assertTrue(SharedHeap.isHandle(large[0].allocate(MIB, 1, KIND)), "larger than the machine, as long as unused");
        assertFalse(SharedHeap.isHandle(heaps(1, 0)[0].allocate(1, 1, KIND)));
        assertFalse(SharedHeap.isHandle(heaps(1, MIB)[0].allocate(1, 1, KIND)));
    }

    @Test
    void shouldKeepTheContentWhenReallocating() {
        final SharedHeap[] pes = heaps(2, 64 * MIB);
        long handle = pes[0].allocate(100, 4096, KIND);
        Memory.put64(pes[0].tables().address(0, handle) + 88, 77);
        for (long bytes : new long[] {200, 5000, 3 * MIB, 96, 4096}) {
            final int before = BlockHandle.pe(handle);
            final long old = handle;
            final int by = bytes == 5000 ? 1 : 0;
            handle = pes[by].reallocate(before, old, bytes);
            assertTrue(SharedHeap.isHandle(handle), "to " + bytes);
            assertEquals(by, BlockHandle.pe(handle) == by ? by : -1, "the PE that reallocates owns the block");
            assertEquals(0, pes[1].tables().state(before, old), "the old handle is stale");
            assertEquals(bytes, pes[1].tables().bytes(by, handle));
            assertEquals(77, Memory.get64(pes[1].tables().address(by, handle) + 88), "content after " + bytes);
            assertEquals(0, pes[1].tables().address(by, handle) % 4096, "alignment after " + bytes);
            assertEquals(KIND, BlockTables.kind(pes[1].tables().state(by, handle)));
        }
        assertEquals(SharedHeap.NO_ROOM, pes[0].reallocate(0, handle, 1L << 40));
        assertNotEquals(0, pes[0].tables().state(0, handle), "a block that could not grow stays");
        assertTrue(pes[1].free(0, handle));
        assertEquals(SharedHeap.STALE, pes[0].reallocate(0, handle, 10));
        assertEquals(
                0, pes[0].tables().liveBlocks(0, MOST_KINDS) + pes[0].tables().liveBlocks(1, MOST_KINDS));
    }

    /** A PE that has used the end of the shared heap looks at its start again. */
    @Test
    void shouldFindWhatOthersGaveBack() {
        final SharedHeap[] pes = heaps(2, 16 * MIB);
        final long front = pes[0].allocate(6 * MIB, 1, KIND);
        assertTrue(SharedHeap.isHandle(front));
        assertTrue(SharedHeap.isHandle(pes[1].allocate(4 * MIB, 1, KIND)), "the rest, but for the tables");
        assertTrue(pes[0].free(0, front));
        assertTrue(SharedHeap.isHandle(pes[1].allocate(6 * MIB, 1, KIND)));
    }

    /** Small blocks stay divided when they are freed, but not where their memory is needed: here one piece is all. */
    @Test
    void shouldGiveAllMemoryToOneBlockAfterSmallOnes() {
        final SharedHeap heap = heaps(1, 6 * MIB)[0];
        for (long bytes = 64; bytes <= 8192; bytes += 64) {
            final long small = heap.allocate(bytes, 1, KIND);
            assertTrue(heap.free(0, small));
            final long all = heap.allocate(2 * MIB, 1, KIND);
            assertTrue(SharedHeap.isHandle(all), "after a block of " + bytes + " bytes");
            assertTrue(heap.free(0, all));
        }
    }

    @Test
    void shouldFreeManySmallBlocksInTheirOrderAndTheLastOneFirst() {
        final SharedHeap heap = heaps(1, 16 * MIB)[0];
        for (boolean isReversed : new boolean[] {false, true}) {
            final List<Long> handles = new ArrayList<>();
            for (int i = 0; i < 1000; i++) {
                handles.add(heap.allocate(64, 1, KIND));
            }
            final List<Long> order = isReversed ? handles.reversed() : handles;
            order.forEach(handle -> assertTrue(heap.free(0, handle)));
            assertEquals(0, heap.usedBytes());
        }
    }

    @Test
    void shouldCountTheLiveBlocksOfSomeKinds() {
        final SharedHeap[] pes = heaps(2, 64 * MIB);
        final List<Long> handles = new ArrayList<>();
        for (int kind = 0; kind < 4; kind++) {
            handles.add(pes[1].allocate(1000 + kind, 1, kind));
        }
        assertTrue(pes[0].free(1, handles.get(1)));
        final BlockTables tables = pes[0].tables();
        assertEquals(3, tables.liveBlocks(1, MOST_KINDS));
        assertEquals(3005, tables.liveBytes(1, MOST_KINDS));
        assertEquals(2, tables.liveBlocks(1, 3));
        assertEquals(2002, tables.liveBytes(1, 3));
        assertEquals(0, tables.liveBytes(0, MOST_KINDS));
        Memory.put64(
                tables.entry(1, BlockHandle.index(handles.get(0))) + SharedLayout.BYTES, 5L << 31); // as if so large
        assertEquals((5L << 31) + 2005, tables.liveBytes(1, MOST_KINDS));
    }

    /** Another PE has all that comes before. */
    @Test
    void shouldPlaceBlocksBeyondTwoGibibytes() {
        final SharedNode node = new SharedNode(2, 4L << 30);
        nodes.add(node);
        final long shared = node.window.base() + node.layout.sharedOffset();
        final int taken = 1100;
        assertTrue(new Pieces(new SharedLayout(2, 4L << 30), shared, 1).take(taken) >= 0);
        final long handle = node.heaps[0].allocate(3 * MIB, 1, KIND);
        final long address = node.heaps[1].tables().address(0, handle);
        assertTrue(address - shared > taken * SharedLayout.PIECE_BYTES, "at " + (address - shared));
        fill(address, 3 * MIB, 7);
        checkAndFree(node.heaps, 0, new long[] {handle, 3 * MIB, 7});
    }

    /** As after 16,777,215 blocks of the entry. */
    @Test
    void shouldCountGenerationsFromOneAgain() {
        final SharedHeap heap = heaps(1, 16 * MIB)[0];
        final long first = heap.allocate(64, 1, KIND);
        assertTrue(heap.free(0, first));
        Memory.put64(heap.tables().stateAddress(0, first), SharedLayout.dead(SharedLayout.live((1 << 24) - 1, KIND)));
        final long next = heap.allocate(64, 1, KIND);
        assertTrue(SharedHeap.isHandle(next), "handle " + next);
        assertEquals(1, BlockHandle.generation(next));
        assertTrue(heap.free(0, next));
    }

    @Test
    void shouldNotOverwriteWhatFollowsABlockThatShrinks() {
        final SharedHeap[] pes = heaps(2, 64 * MIB);
        final long theirs = pes[0].allocate(4096, 1, KIND);
        fill(pes[0].tables().address(0, theirs), 4096, 7);
        final long gap = pes[1].allocate(64, 1, KIND);
        final long behind = pes[1].allocate(64, 1, KIND);
        fill(pes[1].tables().address(1, behind), 64, 9);
        assertEquals(64, pes[1].tables().address(1, behind) - pes[1].tables().address(1, gap));
        final long place = pes[1].tables().address(1, gap);
        assertTrue(pes[1].free(1, gap));
        final long moved = pes[1].reallocate(0, theirs, 64);
        assertEquals(place, pes[1].tables().address(1, moved));
        checkAndFree(pes, 1, new long[] {moved, 64, 7});
        checkAndFree(pes, 1, new long[] {behind, 64, 9});
    }

    /** One PE may keep half of the heap: 15 of 30 MiB. */
    @Test
    void shouldKeepSomeFreeMemoryForLaterBlocks() throws IOException {
        final SharedNode node = new SharedNode(1, 32 * MIB);
        nodes.add(node);
        final SharedHeap heap = node.heaps[0];
        assertEquals(30 * MIB, heap.capacity());
        final List<Long> handles = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            handles.add(heap.allocate(4 * MIB, 1, KIND));
        }
        final long used = FileBlocks.bytes(node.file);
        for (int i = 0; i < 4; i++) {
            assertTrue(heap.free(0, handles.get(i)));
            assertEquals(used - (i < 3 ? 0 : 4 * MIB), FileBlocks.bytes(node.file), "after " + (i + 1) + " blocks");
            assertEquals((i < 3 ? 16 : 12) * MIB, heap.claimedBytes());
        }
    }

    @Test
    void shouldTellItsListenerOfGrowthAndOfBlocksThatOthersFreed() {
        final SharedNode node = new SharedNode(2, 32 * MIB);
        nodes.add(node);
        final List<String> told = new ArrayList<>();
        final SharedHeap heap = new SharedHeap(
                node.file,
                node.layout,
                node.window.base(),
                0,
                0,
                false,
                new SharedHeap.Listener() {
                    @Override
                    public void returned(int index) {
                        told.add("returned " + index);
                    }

                    @Override
                    public void grown(long bytes, long durationNs) {
                        told.add("grown " + bytes / MIB + (durationNs >= 0 ? "" : " backwards"));
                    }
                },
                ClaimObserver.NONE);
        final long large = heap.allocate(3 * MIB, 1, KIND);
        final long small = heap.allocate(8, 1, KIND);
        assertEquals(List.of("grown 4"), told);
        assertTrue(node.heaps[1].free(0, large));
        assertTrue(node.heaps[1].free(0, small));
        for (int allocations = 2; allocations < 31; allocations++) {
            heap.allocate(8, 1, KIND);
        }
        assertEquals(List.of("grown 4"), told, "it looks at every 32nd allocation");
        heap.allocate(8, 1, KIND);
        assertEquals(List.of("grown 4", "returned 1", "returned 0"), told);
    }

    @Test
    void shouldHaveNothingWithoutRoomForATable() {
        for (long bytes : new long[] {0, MIB, 2 * MIB}) {
            final SharedHeap heap = heaps(1, bytes)[0];
            assertEquals(SharedHeap.NO_ROOM, heap.allocate(1, 1, KIND));
            assertEquals(0, heap.capacity());
            assertEquals(0, heap.usedBytes());
            assertEquals(0, heap.tables().liveBlocks(0, MOST_KINDS));
            assertEquals(0, heap.tables().liveBytes(0, MOST_KINDS));
            assertEquals(0, heap.tables().stateAddress(0, BlockHandle.of(0, 0, 1)));
            assertFalse(heap.free(0, BlockHandle.of(0, 0, 1)));
        }
        final SharedHeap heap = heaps(1, 4 * MIB)[0];
        assertEquals(2 * MIB, heap.capacity());
        assertEquals(SharedHeap.NO_ROOM, heap.allocate(1, 1, KIND), "the table takes all");
    }

    @Test
    void shouldFindNoEntryThatIsNotUsed() {
        final SharedHeap heap = heaps(1, 16 * MIB)[0];
        final long handle = heap.allocate(8, 1, KIND);
        assertNotEquals(0, heap.tables().stateAddress(0, handle));
        assertEquals(0, heap.tables().stateAddress(0, BlockHandle.of(0, 1, 1)));
        assertEquals(0, heap.tables().stateAddress(0, BlockHandle.of(0, BlockHandle.MOST_BLOCKS - 1, 1)));
    }

    /** All that it took before it found that out, others can have. */
    @Test
    void shouldTakeNothingWhereThereIsNoMemory() {
        final SharedNode node = new SharedNode(1, 16 * MIB);
        nodes.add(node);
        final long shared = node.window.base() + node.layout.sharedOffset();
        for (ClaimObserver observer : new ClaimObserver[] {ClaimObserver.NONE, new Refusing()}) {
            final SharedHeap heap = new SharedHeap(
                    BackingFile.of(-1), node.layout, node.window.base(), 0, 0, false, index -> {}, observer);
            for (int i = 0; i < 10; i++) {
                assertEquals(SharedHeap.NO_MEMORY, heap.allocate(8, 1, KIND));
            }
            assertEquals(0, heap.usedBytes());
        }
        final SharedLayout layout = new SharedLayout(1, 16 * MIB);
        for (int piece = 0; piece < layout.pieces(); piece++) {
            assertEquals(0, Memory.get32(shared + layout.ownerOffset(piece)), "the owner of piece " + piece);
        }
        final SharedHeap large = heaps(1, 1L << 42)[0];
        for (int i = 0; i < 3; i++) {
            assertEquals(SharedHeap.NO_MEMORY, large.allocate(1L << 41, 1, KIND), "as there was room before");
        }
    }

    private static final class Refusing implements ClaimObserver {
        @Override
        public void claimed(long offset, long bytes) {
            throw new AssertionError("nothing was claimed");
        }

        @Override
        public boolean releases(long offset, long bytes) {
            throw new AssertionError("nothing was claimed");
        }
    }

    /** While the heap grows for the block's new place. */
    @Test
    void shouldNoticeThatAnotherFreesWhatItReallocates() {
        final SharedNode node = new SharedNode(2, 32 * MIB);
        nodes.add(node);
        final long[] handle = {0};
        final SharedHeap heap = new SharedHeap(
                node.file,
                node.layout,
                node.window.base(),
                0,
                0,
                false,
                new SharedHeap.Listener() {
                    @Override
                    public void returned(int index) {}

                    @Override
                    public void grown(long bytes, long durationNs) {
                        if (handle[0] != 0) {
                            assertTrue(node.heaps[1].free(0, handle[0]));
                        }
                    }
                },
                ClaimObserver.NONE);
        handle[0] = heap.allocate(MIB, 1, KIND);
        assertEquals(SharedHeap.STALE, heap.reallocate(0, handle[0], 6 * MIB));
        assertEquals(0, heap.tables().liveBlocks(0, MOST_KINDS));
        assertEquals(0, heap.usedBytes());
    }

    /** A PE that takes a piece finds it cleared: its last owner does not clear it later. */
    @Test
    void shouldClearMemoryBeforeOthersCanTakeIt() throws Exception {
        final long bytes = 32 * MIB;
        final SharedNode node = new SharedNode(1, 2 * bytes);
        nodes.add(node);
        final SharedHeap heap = node.heaps[0];
        final long shared = node.window.base() + node.layout.sharedOffset();
        final SharedLayout layout = new SharedLayout(1, node.layout.sharedBytes());
        try (ExecutorService threads = Executors.newFixedThreadPool(OBSERVERS)) {
            for (int round = 0; round < 25; round++) {
                final long handle = heap.allocate(bytes, 1, KIND);
                final long start = heap.tables().address(0, handle);
                final long owner = shared + layout.ownerOffset((int) ((start - shared) / SharedLayout.PIECE_BYTES));
                final long last = start + bytes - Long.BYTES;
                Memory.put64(last, 42);
                final CountDownLatch looks = new CountDownLatch(OBSERVERS);
                final List<Future<Long>> seen = new ArrayList<>();
                for (int i = 0; i < OBSERVERS; i++) {
                    seen.add(threads.submit(() -> {
                        looks.countDown();
                        while (Memory.get32Acquire(owner) != 0) {
                            Thread.onSpinWait();
                        }
                        return Memory.get64(last);
                    }));
                }
                looks.await();
                assertTrue(heap.free(0, handle));
                for (Future<Long> one : seen) {
                    assertEquals(0, one.get(60, TimeUnit.SECONDS), "round " + round);
                }
            }
        }
    }

    @Test
    void shouldHaveTablesOfManyBlocks() {
        final SharedHeap[] pes = heaps(2, 64 * MIB);
        final int count = 150_000;
        final long[] handles = new long[count];
        for (int i = 0; i < count; i++) {
            handles[i] = pes[1].allocate(8, 1, KIND);
            Memory.put64(pes[1].tables().address(1, handles[i]), i);
        }
        for (int i = 0; i < count; i++) {
            assertEquals(i, Memory.get64(pes[0].tables().address(1, handles[i])), "block " + i);
            assertTrue(pes[i % 2].free(1, handles[i]));
        }
        assertEquals(0, pes[0].tables().liveBlocks(1, MOST_KINDS));
    }

    /**
     * PEs with two threads each allocate, fill, hand over, check and free: no block is given out twice, none is lost.
     */
    @Test
    void shouldKeepBlocksApartUnderContention() throws Exception {
        final int count = 3;
        final SharedHeap[] pes = heaps(count, 96 * MIB);
        final List<BlockingQueue<long[]>> inboxes = new ArrayList<>();
        for (int pe = 0; pe < count; pe++) {
            inboxes.add(new ArrayBlockingQueue<>(64));
        }
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
        try (ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread::new)) {
            final List<Future<Long>> results = new ArrayList<>();
            for (int thread = 0; thread < 2 * count; thread++) {
                final int pe = thread % count;
                final SplittableRandom random = new SplittableRandom(thread);
                results.add(threads.submit(() -> play(pes, pe, inboxes, random, end)));
            }
            long blocks = 0;
            for (Future<Long> result : results) {
                blocks += result.get(60, TimeUnit.SECONDS);
            }
            assertTrue(blocks > 1000, blocks + " blocks");
        }
        for (int pe = 0; pe < count; pe++) {
            for (long[] left = inboxes.get(pe).poll();
                    left != null;
                    left = inboxes.get(pe).poll()) {
                checkAndFree(pes, pe, left);
            }
        }
        for (int pe = 0; pe < count; pe++) {
            assertEquals(0, pes[0].tables().liveBlocks(pe, MOST_KINDS));
            assertEquals(0, pes[pe].usedBytes());
        }
    }

    private static long play(
            SharedHeap[] pes, int pe, List<BlockingQueue<long[]>> inboxes, SplittableRandom random, long end) {
        long made = 0;
        final Map<Long, long[]> own = new HashMap<>();
        while (System.nanoTime() < end) {
            final long bytes = 8 * (1 + random.nextLong(random.nextInt(50) == 0 ? 300_000 : 300));
            final long handle;
            synchronized (pes[pe]) {
                handle = pes[pe].allocate(bytes, 1, KIND);
            }
            if (SharedHeap.isHandle(handle)) {
                made++;
                final long[] message = {handle, bytes, random.nextLong()};
                fill(pes[pe].tables().address(pe, handle), bytes, message[2]);
                if (!inboxes.get(random.nextInt(pes.length)).offer(message)) {
                    own.put(handle, message);
                }
            }
            final long[] received = inboxes.get(pe).poll();
            if (received != null) {
                checkAndFree(pes, pe, received);
            }
            if (own.size() > 100) {
                own.values().forEach(message -> checkAndFree(pes, pe, message));
                own.clear();
            }
        }
        own.values().forEach(message -> checkAndFree(pes, pe, message));
        return made;
    }

    private static void fill(long address, long bytes, long seed) {
        for (long at = 0; at < bytes; at += Long.BYTES) {
            Memory.put64(address + at, seed + at);
        }
    }

    private static void checkAndFree(SharedHeap[] pes, int by, long[] message) {
        final int owner = BlockHandle.pe(message[0]);
        final long address = pes[by].tables().address(owner, message[0]);
        for (long at = 0; at < message[1]; at += Long.BYTES) {
            if (Memory.get64(address + at) != message[2] + at) {
                throw new AssertionError("byte " + at + " of a block of " + message[1] + " was overwritten");
            }
        }
        synchronized (pes[by]) {
            if (!pes[by].free(owner, message[0])) {
                throw new AssertionError("a block was freed twice");
            }
        }
    }

    /**
     * Processes that allocate and free are killed at any moment: nobody waits for them, and the blocks of the others
     * stay whole.
     */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldNotBeBlockedByAKilledProcess() throws Exception {
        final int rounds = 6;
        final SharedNode node = new SharedNode(1 + rounds, 128 * MIB);
        nodes.add(node);
        final SplittableRandom random = new SplittableRandom(7);
        for (int victimPe = 1; victimPe <= rounds; victimPe++) {
            final Process victim = SharedHeapVictim.start(node, victimPe);
            try {
                assertEquals("ready", victim.inputReader().readLine());
                final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(40 + random.nextInt(60));
                exchangeWithVictim(node, victimPe, end);
            } finally {
                victim.destroyForcibly().waitFor();
            }
            final long[] handles = new long[200];
            for (int i = 0; i < handles.length; i++) {
                handles[i] = node.heaps[0].allocate(1 + 100L * i, 1, KIND);
                assertTrue(SharedHeap.isHandle(handles[i]), "after round " + victimPe);
            }
            for (long handle : handles) {
                assertTrue(node.heaps[0].free(0, handle));
            }
        }
        assertEquals(0, node.heaps[0].tables().liveBlocks(0, MOST_KINDS));
    }

    /** Frees blocks of the victim, whose handles the victim shows on its board, while the victim frees them as well. */
    private static void exchangeWithVictim(SharedNode node, int victim, long end) {
        final SharedHeap heap = node.heaps[0];
        final long board = SharedHeapVictim.board(node, victim);
        long freed = 0;
        while (freed < 10 || System.nanoTime() < end) {
            final long mine = heap.allocate(256, 1, KIND);
            fill(heap.tables().address(0, mine), 256, mine);
            final long theirs = Memory.getAndSet64Volatile(board, 0);
            if (theirs != 0 && heap.free(victim, theirs)) {
                freed++;
            }
            checkAndFree(node.heaps, 0, new long[] {mine, 256, mine});
        }
    }
}
