package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Test;

class TlsfAllocatorTest {
    private static final long MIB = 1L << 20;

    @Test
    void shouldGiveTheSameOffsetsForTheSameCalls() {
        assertEquals(offsets(new Random(1)), offsets(new Random(1)));
    }

    private static List<Long> offsets(Random random) {
        final TlsfAllocator allocator = new TlsfAllocator(64 * MIB);
        final List<Block> live = new ArrayList<>();
        final List<Long> offsets = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            if (live.isEmpty() || random.nextInt(3) > 0) {
                final Block block = allocator.allocate(1 + random.nextInt(20_000), 1L << random.nextInt(13));
                if (block != null) {
                    live.add(block);
                    offsets.add(block.offset());
                }
            } else {
                allocator.free(live.remove(random.nextInt(live.size())));
            }
        }
        return offsets;
    }

    /** The block before it in the list of its class is a little too small. */
    @Test
    void shouldFindTheBlockOfExactlyTheSizeAgain() {
        final TlsfAllocator allocator = new TlsfAllocator(8 * MIB);
        final Block block = allocator.allocate(1020 << 10, 1);
        assertNotNull(allocator.allocate(64, 1));
        final Block smaller = allocator.allocate(994 << 10, 1);
        for (long left = MIB; left >= TlsfAllocator.GRANULE; left /= 2) {
            while (allocator.allocate(left, 1) != null) {
                // until nothing of that size is left
            }
        }
        allocator.free(block);
        allocator.free(smaller);
        assertNotNull(allocator.allocate(1020 << 10, 1));
    }

    /** The only free block with an aligned part of that size is behind another one, of a smaller class. */
    @Test
    void shouldFindTheOnlyBlockThatCanBeAligned() {
        final TlsfAllocator allocator = new TlsfAllocator(0);
        allocator.addExtent(MIB, 17 * MIB);
        allocator.addExtent(32 * MIB, 18 * MIB);
        final Block block = allocator.allocate(16 * MIB, 16 * MIB);
        assertNotNull(block);
        assertEquals(32 * MIB, block.offset());
        assertNull(allocator.allocate(16 * MIB, 16 * MIB));
        assertEquals(16 * MIB, block.bytes());
    }

    @Test
    void shouldKeepBlocksApartAlignedAndInsideWhateverTheOrderOfCalls() {
        final int seeds = QuickFilter.isQuick() ? 5 : 20;
        for (long seed = 0; seed < seeds; seed++) {
            churn(new Random(seed), seed);
        }
    }

    private static void churn(Random random, long seed) {
        final TlsfAllocator allocator = new TlsfAllocator(8 * MIB + 32);
        final List<Block> live = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            final int action = random.nextInt(10);
            if (action < 5 || live.isEmpty()) {
                final long alignment = 1L << random.nextInt(21);
                final long bytes = 1 + (long) Math.exp(random.nextDouble() * 13);
                final Block block = allocator.allocate(bytes, alignment);
                if (block != null) {
                    assertEquals(0, block.offset() % alignment, "seed=" + seed);
                    assertTrue(block.bytes() >= bytes, "seed=" + seed);
                    live.add(block);
                }
            } else if (action < 8) {
                allocator.free(live.remove(random.nextInt(live.size())));
            } else {
                final Block block = live.get(random.nextInt(live.size()));
                final long before = block.bytes();
                final long wanted = 1L + random.nextInt(100_000);
                final boolean resized = allocator.resize(block, wanted);
                assertTrue(resized ? block.bytes() >= wanted : block.bytes() == before, "seed=" + seed);
            }
            checkApart(live, allocator, seed);
        }
        live.forEach(allocator::free);
        assertEquals(0, allocator.usedBytes());
        assertNotNull(allocator.allocate(allocator.capacity(), 1), "all free blocks should have joined, seed=" + seed);
    }

    private static void checkApart(List<Block> live, TlsfAllocator allocator, long seed) {
        long end = 0;
        long used = 0;
        for (Block block :
                live.stream().sorted(Comparator.comparingLong(Block::offset)).toList()) {
            assertTrue(block.offset() >= end, "overlap, seed=" + seed);
            end = block.end();
            used += block.bytes();
        }
        assertTrue(end <= allocator.capacity(), "outside, seed=" + seed);
        assertEquals(used, allocator.usedBytes(), "seed=" + seed);
    }

    @Test
    void shouldUseTheLastByteAndThenRefuse() {
        final TlsfAllocator allocator = new TlsfAllocator(1024);
        final Block all = allocator.allocate(1024, 1);
        assertEquals(0, all.offset());
        assertNull(allocator.allocate(1, 1));
        allocator.free(all);
        assertNull(allocator.allocate(1025, 1));
        assertNull(allocator.allocate(Long.MAX_VALUE, 1));
        assertNotNull(allocator.allocate(1, 1));
    }

    @Test
    void shouldRefuseEverythingInAnEmptyHeap() {
        assertNull(new TlsfAllocator(0).allocate(1, 1));
        assertNull(new TlsfAllocator(63).allocate(1, 1));
    }

    @Test
    void shouldGrowInPlaceIntoTheFreeNeighbourOnly() {
        final TlsfAllocator allocator = new TlsfAllocator(1024);
        final Block first = allocator.allocate(64, 1);
        final Block second = allocator.allocate(64, 1);
        assertFalse(allocator.resize(first, 65));
        assertEquals(64, first.bytes());
        assertTrue(allocator.resize(second, 512));
        assertTrue(allocator.resize(second, 1));
        allocator.free(first);
        assertTrue(allocator.resize(second, 1024 - 64));
    }

    @Test
    void shouldDivideAHeapOfMoreThanTwoGibibytes() {
        final long capacity = 1L << 44;
        final long gib = 1L << 30;
        final TlsfAllocator allocator = new TlsfAllocator(capacity + 63);
        assertEquals(capacity, allocator.capacity());
        final Block first = allocator.allocate(5 * gib + 1, 1);
        assertEquals(5 * gib + 64, first.bytes());
        final Block second = allocator.allocate(3 * gib, 1L << 34);
        assertEquals(1L << 34, second.offset());
        assertEquals((1L << 34) + 3 * gib, second.end());
        assertEquals(8 * gib + 64, allocator.usedBytes());
        assertFalse(allocator.resize(first, (1L << 34) + 1));
        assertEquals(5 * gib + 64, first.bytes());
        assertTrue(allocator.resize(first, 1L << 34));
        assertEquals(1L << 34, first.bytes());
        assertTrue(allocator.resize(second, capacity - (1L << 34)));
        assertEquals(capacity, second.end());
        assertEquals(capacity, allocator.usedBytes());
        assertNull(allocator.allocate(1, 1));
        assertTrue(allocator.resize(second, 3 * gib));
        assertEquals(19 * gib, allocator.usedBytes());
        allocator.free(first);
        allocator.free(second);
        assertEquals(0, allocator.usedBytes());
        assertFalse(allocator.resize(allocator.allocate(1, 1), capacity + 1));
    }

    /** Each size finds a block of its own size, and none that is a unit smaller. */
    @Test
    void shouldFindBlocksOfEverySize() {
        for (long bytes = TlsfAllocator.GRANULE; bytes > 0 && bytes <= 1L << 62; bytes = bytes * 9 / 8 + 64 & -64) {
            final TlsfAllocator allocator = new TlsfAllocator(0);
            allocator.addExtent(1L << 20, bytes);
            assertNull(allocator.allocate(bytes + 1, 1));
            final Block block = allocator.allocate(bytes, 1);
            assertNotNull(block, bytes + " bytes");
            assertTrue(block.isExtent());
            assertEquals(1L << 20, block.offset());
            allocator.free(block);
            final Block part = allocator.allocate(1, 1);
            assertEquals(bytes == 64, part.isExtent());
            assertEquals(bytes == 64, allocator.allocate(Math.max(1, bytes - 64), 1) == null);
        }
    }

    /** Extents side by side stay apart, so that each can be taken away again. */
    @Test
    void shouldAddExtentsAndTakeThemAway() {
        final TlsfAllocator allocator = new TlsfAllocator(0);
        allocator.addExtent(0, MIB);
        allocator.addExtent(MIB, 2 * MIB);
        assertEquals(3 * MIB, allocator.capacity());
        assertNull(allocator.allocate(3 * MIB, 1));
        final Block large = allocator.allocate(MIB + 1, 1);
        assertEquals(MIB, large.offset());
        assertFalse(large.isExtent());
        final Block whole = allocator.free(large);
        assertTrue(whole.isExtent());
        assertEquals(2 * MIB, whole.bytes());
        allocator.removeExtent(whole);
        assertEquals(MIB, allocator.capacity());
        assertNull(allocator.allocate(MIB + 1, 1));
        final Block rest = allocator.allocate(MIB, 1);
        assertEquals(0, rest.offset());
        assertFalse(allocator.resize(rest, MIB + 1));
        allocator.removeExtent(allocator.free(rest));
        assertEquals(0, allocator.capacity());
        assertNull(allocator.allocate(1, 1));
    }
}
