package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BlockHandleTest {
    private static final int MOST_GENERATIONS = 1 << 24;

    @Test
    void shouldHoldThePeTheEntryAndItsGeneration() {
        final Set<Long> names = new HashSet<>();
        for (int pe : new int[] {0, 1, BlockHandle.MOST_PES / 2, BlockHandle.MOST_PES - 1}) {
            for (int index : new int[] {0, 1, BlockHandle.MOST_BLOCKS - 1}) {
                for (int generation : new int[] {1, MOST_GENERATIONS - 1}) {
                    final long handle = BlockHandle.of(pe, index, generation);
                    assertEquals(pe, BlockHandle.pe(handle));
                    assertEquals(index, BlockHandle.index(handle));
                    assertEquals(generation, BlockHandle.generation(handle));
                    assertTrue(SharedHeap.isHandle(handle), Long.toHexString(handle));
                    names.add(BlockHandle.entryName(handle));
                }
            }
        }
        assertEquals(4 * 3, names.size(), "a name for each entry, whatever its generation");
        assertEquals(1 << 18, BlockHandle.MOST_PES);
        assertEquals((1 << 22) - 1, BlockHandle.MOST_BLOCKS);
    }

    @Test
    void shouldTellHandlesFromFailures() {
        for (long failure = -4; failure <= 0; failure++) {
            assertFalse(SharedHeap.isHandle(failure), "" + failure);
        }
        for (long handle : new long[] {1, Long.MAX_VALUE, -5, Long.MIN_VALUE}) {
            assertTrue(SharedHeap.isHandle(handle), "" + handle);
        }
    }

    @Test
    void shouldCountGenerationsWithoutZero() {
        assertEquals(1, BlockHandle.next(0));
        assertEquals(2, BlockHandle.next(1));
        assertEquals(MOST_GENERATIONS - 1, BlockHandle.next(MOST_GENERATIONS - 2));
        assertEquals(1, BlockHandle.next(MOST_GENERATIONS - 1));
    }

    @Test
    void shouldKeepTheStateOfABlockInAWord() {
        for (int kind : new int[] {0, 1, 127}) {
            for (int generation : new int[] {1, 255, MOST_GENERATIONS - 1}) {
                final long live = SharedLayout.live(generation, kind);
                final long dead = SharedLayout.dead(live);
                final long handle = BlockHandle.of(3, 4, generation);
                assertTrue(SharedLayout.isLive(live) && SharedLayout.isOf(live, handle));
                assertFalse(SharedLayout.isLive(dead) || SharedLayout.isOf(dead, handle));
                assertFalse(SharedLayout.isOf(live, BlockHandle.of(3, 4, BlockHandle.next(generation))));
                assertNotEquals(live, dead);
                assertEquals(kind, SharedLayout.kindOf(live));
                assertEquals(kind, BlockTables.kind(dead));
                assertEquals(generation, SharedLayout.generationOf(live));
                assertEquals(generation, SharedLayout.generationOf(dead));
            }
        }
    }
}
