package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.ShmemException;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.BlockHandle;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.transport.Topology;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.RuntimeEvents;
import org.jshmem.spi.RuntimeListener;
import org.jshmem.testing.StandardError;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Two PEs of a node. */
@Timeout(60)
class SharedBlocksTest {
    private static final long MIB = 1 << 20;
    private static final long HEAP_BYTES = 32 * MIB;

    private final List<LargeJobNode> nodes = new ArrayList<>();
    private final LargeJobNode node = node(2, HEAP_BYTES);
    private final SharedBlocks mine = node.blocks(null, Topology.oneNode(0, 2));
    private final SharedBlocks theirs = node.of(1).blocks(null, Topology.oneNode(1, 2));

    private LargeJobNode node(int pes, long sharedBytes) {
        final LargeJobNode made = new LargeJobNode(new NodeLayout(pes, MIB, sharedBytes), 0);
        nodes.add(made);
        return made;
    }

    @AfterEach
    void detach() {
        nodes.forEach(LargeJobNode::detach);
    }

    private static String refused(Executable call) {
        return assertThrows(IllegalArgumentException.class, call).getMessage();
    }

    private static void assertStale(long handle, Executable call) {
        assertEquals(
                "handle=0x" + Long.toHexString(handle) + " names shared memory that was freed or reallocated",
                assertThrows(IllegalStateException.class, call).getMessage());
    }

    @Test
    void shouldRefuseWhatIsNoHandle() {
        final Allocation block = mine.allocate(ElementKind.LONG, 64, 8);
        assertEquals("handle=0x0 is no handle of shared memory", refused(() -> mine.find(ElementKind.LONG, 0)));
        final long ofPe2 = block.handle + (2L << 46);
        assertEquals(
                "handle=0x" + Long.toHexString(ofPe2) + " is no handle of shared memory",
                refused(() -> mine.find(ElementKind.LONG, ofPe2)));
        assertStale(block.handle + (1L << 46), () -> mine.find(ElementKind.LONG, block.handle + (1L << 46)));
        assertEquals(
                "handle=0x" + Long.toHexString(block.handle) + " names an array of long, not of int",
                refused(() -> theirs.find(ElementKind.INT, block.handle)));
        final Allocation own = mine.allocateOwn(64);
        assertStale(own.handle, () -> mine.find(ElementKind.LONG, own.handle));
        final Topology apart = Topology.of(0, new byte[][] {{0}, {1}});
        final SharedBlocks none = node(1, 0).blocks(new LargeJobNetwork(), apart);
        assertEquals(
                "handle=0x" + Long.toHexString(1L << 46) + " is no handle of shared memory",
                refused(() -> none.find(ElementKind.LONG, 1L << 46)));
    }

    @Test
    void shouldKnowABlockOnce() {
        final Allocation block = mine.allocate(ElementKind.SHORT, 64, 8);
        assertEquals(ElementKind.SHORT, mine.typeOf(block));
        assertSame(block, mine.find(ElementKind.SHORT, block.handle));
        final Allocation found = theirs.find(ElementKind.SHORT, block.handle);
        assertNotSame(block, found);
        assertSame(found, theirs.find(ElementKind.SHORT, block.handle));
        assertEquals(0, found.owner);
        assertEquals(64, found.bytes);
        assertEquals(block.address, found.address);
        theirs.giveAway(found);
        assertFalse(found.live);
        assertSame(found, theirs.find(ElementKind.SHORT, block.handle));
        assertTrue(found.live, "it was given back");
    }

    /** At the address of a block that the owner has freed, without this PE having noticed. */
    @Test
    void shouldKnowWhichBlockAnAddressIsIn() {
        final Allocation first = mine.allocate(ElementKind.LONG, 8192, 8);
        final Allocation second = mine.allocate(ElementKind.LONG, 8192, 8);
        final Allocation old = theirs.find(ElementKind.LONG, first.handle);
        assertSame(old, theirs.holding(first.address + 8191));
        assertSame(theirs.find(ElementKind.LONG, second.handle), theirs.holding(second.address));
        mine.free(first);
        assertNull(theirs.holding(first.address));
        mine.free(second);
        final Allocation larger = mine.allocate(ElementKind.LONG, 16384, 8);
        assertEquals(first.address, larger.address);
        assertNull(theirs.holding(larger.address), "not yet found");
        assertSame(theirs.find(ElementKind.LONG, larger.handle), theirs.holding(larger.address));
        assertTrue(old.live, "nobody has told");
    }

    /** More than there are places at the beginning. */
    @Test
    void shouldKnowManyBlocks() {
        final List<Allocation> blocks = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            blocks.add(mine.allocate(ElementKind.LONG, 8, 8));
        }
        assertSame(
                theirs.find(ElementKind.LONG, blocks.get(199).handle),
                theirs.find(ElementKind.LONG, blocks.get(199).handle));
        for (Allocation block : blocks) {
            assertSame(block, mine.find(ElementKind.LONG, block.handle));
            assertEquals(block.address, theirs.find(ElementKind.LONG, block.handle).address);
        }
        assertEquals(200, mine.liveBlocks());
        assertEquals(1600, mine.liveBytes());
        assertEquals(0, theirs.liveBlocks());
    }

    @Test
    void shouldRefuseWhatWasFreed() {
        final Allocation block = mine.allocate(ElementKind.LONG, 64, 8);
        final Allocation found = theirs.find(ElementKind.LONG, block.handle);
        theirs.free(found);
        assertFalse(found.live);
        assertStale(block.handle, () -> theirs.find(ElementKind.LONG, block.handle));
        assertStale(block.handle, () -> mine.reallocate(block, 128));
        assertFalse(block.live);
        assertStale(block.handle, () -> mine.free(block));
        mine.freeIfLive(block.handle);
        final Allocation other = mine.allocate(ElementKind.LONG, 64, 8);
        mine.freeIfLive(other.handle);
        assertEquals(0, mine.liveBlocks());
    }

    /** Once the owner takes them back, and not only those whose entries get other blocks. */
    @Test
    void shouldEndBlocksThatAnotherFreed() {
        final List<Allocation> blocks = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            blocks.add(mine.allocate(ElementKind.LONG, 64, 8));
        }
        blocks.forEach(block -> theirs.free(theirs.find(ElementKind.LONG, block.handle)));
        for (int i = 0; i < 40; i++) {
            mine.allocate(ElementKind.LONG, 8, 8);
        }
        assertTrue(blocks.stream().noneMatch(block -> block.live));
    }

    @Test
    void shouldReallocateABlockOfAnotherPe() {
        final Allocation block = mine.allocate(ElementKind.INT, 64, 8);
        final Allocation found = theirs.find(ElementKind.INT, block.handle);
        final Allocation larger = theirs.reallocate(found, 1000);
        assertFalse(found.live);
        assertTrue(larger.live);
        assertEquals(1, larger.owner);
        assertEquals(1000, larger.bytes);
        assertEquals(ElementKind.INT, theirs.typeOf(larger));
        assertEquals(0, mine.liveBlocks());
        assertEquals(1, theirs.liveBlocks());
        final String text = assertThrows(ShmemOutOfMemoryException.class, () -> theirs.reallocate(larger, 1L << 40))
                .getMessage();
        assertTrue(text.startsWith("no room for " + (1L << 40) + " bytes"), text);
        assertTrue(larger.live);
    }

    @Test
    void shouldSayWhyThereIsNoMore() {
        mine.allocate(ElementKind.LONG, 64, 8);
        assertEquals(
                "no room for " + HEAP_BYTES + " bytes in the shared heap of this node, " + (HEAP_BYTES - 2 * MIB)
                        + " bytes, of which this PE uses 64; set SHMEM_SHARED_SIZE to more",
                assertThrows(ShmemOutOfMemoryException.class, () -> mine.allocate(ElementKind.LONG, HEAP_BYTES, 8))
                        .getMessage());
        final SharedBlocks large = node(1, 1L << 42).blocks(null, Topology.oneNode(0, 1));
        final String text = assertThrows(
                        ShmemOutOfMemoryException.class, () -> large.allocate(ElementKind.LONG, 1L << 41, 8))
                .getMessage();
        assertTrue(
                text.startsWith("no memory for " + (1L << 41) + " bytes more in the shared heap of this node: "), text);
        assertFalse(text.contains("short for a moment"), text);
    }

    @Test
    void shouldServeAsManyPesAsHandlesName() {
        final int most = BlockHandle.MOST_PES;
        assertEquals(
                "shared memory serves jobs of up to 262144 PEs, and this has 262145",
                assertThrows(
                                ShmemException.class,
                                () -> new SharedBlocks(null, null, Topology.oneNode(0, most + 1), 0, false))
                        .getMessage());
    }

    @Test
    void shouldReportAndEndWhatIsNotFreed() {
        final Allocation one = mine.allocate(ElementKind.LONG, 8, 8);
        mine.allocateOwn(64);
        theirs.allocate(ElementKind.LONG, 16, 8);
        final Allocation two = theirs.allocate(ElementKind.LONG, 24, 8);
        assertEquals("", StandardError.of(() -> theirs.end(false)), "another PE reports");
        assertFalse(two.live);
        assertEquals(
                "jshmem: shared memory is not freed at shutdown: PE 0 has allocated 1 block of 8 bytes; PE 1 has"
                        + " allocated 2 blocks of 40 bytes; SHMEM_DEBUG=1 tells where\n",
                StandardError.of(() -> mine.end(true)));
        assertFalse(one.live);
    }

    @Test
    void shouldReportNothingIfAllIsFreed() {
        mine.free(mine.allocate(ElementKind.LONG, 8, 8));
        mine.allocateOwn(64);
        assertEquals("", StandardError.of(() -> mine.end(true)));
    }

    /** Its own blocks only, and none of the library. */
    @Test
    void shouldTellWhereBlocksWereAllocated() {
        final SharedBlocks debug = new SharedBlocks(node, null, Topology.oneNode(0, 2), 0, true);
        debug.free(debug.allocate(ElementKind.LONG, 8, 8));
        final Allocation block = debug.allocate(ElementKind.LONG, 24, 8);
        debug.allocateOwn(64);
        debug.find(ElementKind.LONG, theirs.allocate(ElementKind.LONG, 16, 8).handle);
        final String[] lines = StandardError.of(() -> debug.end(true)).split("\n");
        assertEquals(2, lines.length);
        assertTrue(lines[0].endsWith("PE 1 has allocated 1 block of 16 bytes"), lines[0]);
        assertTrue(lines[1].startsWith("  " + block), lines[1]);
    }

    @Test
    void shouldTellToolsOfGrowthAndOfProblems() {
        final List<String> told = new ArrayList<>();
        final Thread here = Thread.currentThread();
        RuntimeEvents.ALL.listen(new RuntimeListener() {
            @Override
            public void problem(String text) {
                note(text);
            }

            @Override
            public void sharedHeapGrew(long bytes, long durationNs) {
                note("grown by " + bytes / MIB + (durationNs >= 0 ? "" : " backwards"));
            }

            private void note(String text) {
                if (Thread.currentThread() == here) {
                    told.add(text);
                }
            }
        });
        mine.allocate(ElementKind.LONG, 3 * MIB, 8);
        assertEquals(List.of("grown by 4"), told);
        final String warning = StandardError.of(() -> mine.end(true));
        assertEquals("jshmem: " + told.get(1) + "\n", warning);
    }
}
