package org.jshmem.internal.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.jshmem.IndexedBlocks;
import org.junit.jupiter.api.Test;

/** Transfers of all kinds of memory, to and from a heap that is only reached by a transport. */
class LocalMemoryTest {
    private static final int HEAP_BYTES = 2 << 20;

    private final MemorySegment heap = Arena.ofAuto().allocate(HEAP_BYTES, 64);
    private final Transport transport = new DirectTransport(heap);
    private final SplittableRandom random = new SplittableRandom(17);

    /** No byte beside those that are copied. */
    @Test
    void shouldCopyExactlyTheBytesThatAreAskedFor() {
        final MemorySegment from = Arena.ofAuto().allocate(2048, 8);
        final MemorySegment to = Arena.ofAuto().allocate(2048, 8);
        for (int i = 0; i < 2048; i++) {
            from.set(ValueLayout.JAVA_BYTE, i, (byte) (1 + i % 100));
        }
        for (int bytes = 0; bytes <= 1100; bytes++) {
            to.fill((byte) 0);
            LocalMemory.copy(from.address(), to.address() + 64, bytes);
            assertEquals(-1, MemorySegment.mismatch(from, 0, bytes, to, 64, 64 + bytes), bytes + " bytes");
            assertEquals(0, to.get(ValueLayout.JAVA_BYTE, 63), bytes + " bytes");
            assertEquals(0, to.get(ValueLayout.JAVA_BYTE, 64 + bytes), "behind " + bytes + " bytes");
        }
    }

    @Test
    void shouldTellBlocksOfOneArrayFromThoseOfAnother() {
        final IndexedBlocks blocks = IndexedBlocks.range(0, 2);
        final IndexedMemory memory = new IndexedMemory(null, 64, blocks, 8);
        assertTrue(memory.is(null, 64, blocks, 8));
        assertFalse(memory.is(null, 128, blocks, 8));
        assertFalse(memory.is(new long[2], 64, blocks, 8));
        assertFalse(memory.is(null, 64, IndexedBlocks.range(0, 2), 8));
        assertFalse(memory.is(null, 64, blocks, 4));
    }

    private IndexedBlocks blocks(int count, int most) {
        final long[] indices = new long[count];
        final long[] lengths = new long[count];
        long at = random.nextInt(3);
        for (int i = 0; i < count; i++) {
            indices[i] = at;
            lengths[i] = random.nextInt(most);
            at += lengths[i] + random.nextInt(4);
        }
        return IndexedBlocks.of(indices, lengths);
    }

    /** Some more than fit the buffer through which Java arrays go. */
    @Test
    void shouldMoveBlocksOfArraysToBlocksOfAHeapAndBack() {
        for (int most : new int[] {4, 300, 3000}) {
            final IndexedBlocks local = blocks(150, most);
            final IndexedBlocks remote = ofAsMany(local.nelems());
            final int[] source = random.ints(local.end()).toArray();
            final int[] dest = new int[source.length];
            heap.fill((byte) 0);
            IndexedTransfers.put(transport, 0, 64, remote, new IndexedMemory(source, 0, local, Integer.BYTES));
            for (long element = 0; element < local.nelems(); element++) {
                assertEquals(
                        source[(int) index(local, element)],
                        heap.get(ValueLayout.JAVA_INT, 64 + index(remote, element) * Integer.BYTES),
                        "element " + element + " of " + local);
            }
            IndexedTransfers.get(transport, 0, new IndexedMemory(dest, 0, local, Integer.BYTES), 64, remote);
            for (long element = 0; element < local.nelems(); element++) {
                assertEquals(source[(int) index(local, element)], dest[(int) index(local, element)]);
            }
        }
    }

    private static long index(IndexedBlocks blocks, long element) {
        final int block = blocks.blockOf(element);
        return blocks.index(block) + element - blocks.start(block);
    }

    private IndexedBlocks ofAsMany(long nelems) {
        final long first = random.nextLong(nelems);
        return IndexedBlocks.of(new long[] {nelems - first + 5, 1}, new long[] {first, nelems - first});
    }

    /** Segments that another thread may close, whose blocks go through the buffer. */
    @Test
    void shouldMoveBlocksOfSegmentsToAHeapAndBack() {
        final MemorySegment here = Arena.ofAuto().allocate(HEAP_BYTES, 8);
        final MemorySegment back = Arena.ofAuto().allocate(HEAP_BYTES, 8);
        for (int i = 0; i < HEAP_BYTES / Integer.BYTES; i++) {
            here.setAtIndex(ValueLayout.JAVA_INT, i, i * 7919);
        }
        for (int blockBytes : new int[] {8, 24, 4096, 300_000}) {
            final int count = Math.min(40_000, HEAP_BYTES / (blockBytes + 16) - 1);
            heap.fill((byte) 0);
            back.fill((byte) 0);
            BouncedTransfers.putBlocks(
                    transport, 0, 8, blockBytes + 8, here, 16, blockBytes + 16, blockBytes, count, false);
            BouncedTransfers.getBlocks(
                    transport, 0, back, 16, blockBytes + 16, 8, blockBytes + 8, blockBytes, count, false);
            for (int i = 0; i < count; i++) {
                final long at = 16L + i * (blockBytes + 16L);
                final long there = 8L + i * (blockBytes + 8L);
                assertEquals(-1, MemorySegment.mismatch(here, at, at + blockBytes, heap, there, there + blockBytes));
                assertEquals(-1, MemorySegment.mismatch(here, at, at + blockBytes, back, at, at + blockBytes));
            }
        }
    }
}
