package org.jshmem.internal.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.IndexedBlocks;
import org.jshmem.heap.AddressWindow;
import org.jshmem.heap.Memory;
import org.junit.jupiter.api.Test;

/** Transfers of all kinds of memory, to and from a heap that is only reached by a transport. */
class LocalMemoryTest {
    private static final int HEAP_BYTES = 2 << 20;
    private static final int PLACE_BYTES = 4096;
    private static final byte BESIDE = 7;

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

    /** The program's memory as it is passed, all of its bytes, and the unit of a start. */
    private record Place(Object memory, MemorySegment bytes, long origin, int unit) {}

    private static List<Place> places() {
        final byte[] bytes = new byte[PLACE_BYTES];
        final short[] shorts = new short[PLACE_BYTES / Short.BYTES];
        final int[] ints = new int[PLACE_BYTES / Integer.BYTES];
        final long[] longs = new long[PLACE_BYTES / Long.BYTES];
        final float[] floats = new float[PLACE_BYTES / Float.BYTES];
        final double[] doubles = new double[PLACE_BYTES / Double.BYTES];
        final MemorySegment outside = Arena.ofAuto().allocate(PLACE_BYTES, 8);
        return List.of(
                new Place(bytes, MemorySegment.ofArray(bytes), 0, 1),
                new Place(shorts, MemorySegment.ofArray(shorts), 0, Short.BYTES),
                new Place(ints, MemorySegment.ofArray(ints), 0, Integer.BYTES),
                new Place(longs, MemorySegment.ofArray(longs), 0, Long.BYTES),
                new Place(floats, MemorySegment.ofArray(floats), 0, Float.BYTES),
                new Place(doubles, MemorySegment.ofArray(doubles), 0, Double.BYTES),
                new Place(outside, outside, 0, 1),
                new Place(null, outside, outside.address(), 1));
    }

    /** Memory of each kind, and no byte beside those that are asked for. */
    @Test
    void shouldReadAndWriteAllKindsOfMemory() {
        final byte[] data = new byte[PLACE_BYTES];
        random.nextBytes(data);
        final MemorySegment from = Arena.ofAuto().allocate(PLACE_BYTES, 8);
        from.copyFrom(MemorySegment.ofArray(data));
        final MemorySegment to = Arena.ofAuto().allocate(PLACE_BYTES, 8);
        for (Place place : places()) {
            for (int bytes : new int[] {0, 8, 24, 504, 512, 520, 600, 2048}) {
                for (int done : new int[] {0, 16}) {
                    final String what = bytes + " bytes, " + done + " after the start of " + place;
                    final long start = place.origin + 5;
                    final long at = 5L * place.unit + done;
                    place.bytes.fill(BESIDE);
                    LocalMemory.write(place.memory, start, done, from.address(), bytes);
                    assertHolds(from, bytes, place.bytes, at, what);
                    to.fill(BESIDE);
                    LocalMemory.read(place.memory, start, done, to.address() + 64, bytes);
                    assertHolds(from, bytes, to, 64, what);
                }
            }
        }
    }

    /** That the bytes of one segment are at a place in another, which has nothing else. */
    private static void assertHolds(MemorySegment data, long bytes, MemorySegment whole, long at, String what) {
        final MemorySegment expected = Arena.ofAuto().allocate(PLACE_BYTES);
        expected.fill(BESIDE);
        MemorySegment.copy(data, 0, expected, at, bytes);
        assertEquals(-1, expected.mismatch(whole), what);
    }

    @Test
    void shouldKnowTheSegmentOfAProgram() {
        final Arena arena = Arena.ofShared();
        final MemorySegment segment = arena.allocate(8);
        final IndexedMemory ofSegment = new IndexedMemory(segment, 0, IndexedBlocks.range(0, 1), 8);
        final IndexedMemory ofArray = new IndexedMemory(new long[1], 0, IndexedBlocks.range(0, 1), 8);
        assertSame(segment, LocalMemory.segment(segment));
        assertSame(segment, LocalMemory.segment(ofSegment));
        assertNull(LocalMemory.segment(ofArray));
        assertNull(LocalMemory.segment(new long[1]));
        assertNull(LocalMemory.segment(null));
        assertFalse(LocalMemory.isClosed(segment));
        arena.close();
        assertTrue(LocalMemory.isClosed(segment));
        assertTrue(LocalMemory.isClosed(ofSegment));
        assertFalse(LocalMemory.isClosed(ofArray));
        final Throwable fault = new InternalError("a fault");
        assertSame(fault, LocalMemory.failure("source", segment, fault), "no file that could have become shorter");
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

    /** It may lie anywhere, as it has no elements. */
    @Test
    void shouldSkipEmptyBlocks() {
        final IndexedBlocks blocks = IndexedBlocks.of(new long[] {5, 100, 0}, new long[] {2, 0, 1});
        for (Object memory : List.of(new int[7], MemorySegment.ofArray(new int[7]))) {
            final IndexedMemory indexed = new IndexedMemory(memory, 0, blocks, Integer.BYTES);
            final MemorySegment out = Arena.ofAuto().allocate(12, 4);
            out.copyFrom(MemorySegment.ofArray(new int[] {1, 2, 3}));
            indexed.write(0, out.address(), 12);
            final MemorySegment in = Arena.ofAuto().allocate(12, 4);
            indexed.read(0, in.address(), 12);
            assertArrayEquals(new int[] {1, 2, 3}, in.toArray(ValueLayout.JAVA_INT));
        }
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

    /** In memory that is empty but for them. */
    @Test
    void shouldMoveBlocksThatAreMoreThanTwoGibibytesApart() {
        final long gib = 1L << 30;
        final AddressWindow window = AddressWindow.reserve(16 * gib, 0);
        window.retire(); // from now on it can be read and written
        final MemorySegment far = Memory.view(window.base(), 16 * gib, Arena.global());
        final long first = 3 * gib / Integer.BYTES;
        final long second = 13 * gib / Integer.BYTES + 1;
        final IndexedBlocks blocks = IndexedBlocks.of(new long[] {first, second}, new long[] {2, 3});
        final IndexedBlocks five = IndexedBlocks.range(1, 5);
        final int[] source = {0, 11, 12, 13, 14, 15, 0};
        final IndexedMemory array = new IndexedMemory(source, 0, five, Integer.BYTES);
        final IndexedMemory segment = new IndexedMemory(far, 8, blocks, Integer.BYTES);

        IndexedTransfers.copyTo(window.base() + 8, blocks, array);
        for (int i = 0; i < 5; i++) {
            final long at = 8 + ((i < 2 ? first + i : second + i - 2) * Integer.BYTES);
            assertEquals(11 + i, far.get(ValueLayout.JAVA_INT, at), "element " + i);
        }
        final int[] dest = new int[7];
        IndexedTransfers.copyFrom(new IndexedMemory(dest, 0, five, Integer.BYTES), window.base() + 8, blocks);
        assertArrayEquals(source, dest);

        final long words = Arena.ofAuto().allocate(64, 8).address();
        segment.read(0, words, 5L * Integer.BYTES);
        segment.read(3L * Integer.BYTES, words + 32, 2L * Integer.BYTES);
        for (int i = 0; i < 5; i++) {
            assertEquals(11 + i, Memory.get32(words + (long) i * Integer.BYTES));
            Memory.put32(words + (long) i * Integer.BYTES, 21 + i);
        }
        assertEquals(14, Memory.get32(words + 32));
        assertEquals(15, Memory.get32(words + 36));
        segment.write(0, words, 5L * Integer.BYTES);
        final IndexedMemory atAddress = segment.atAddress();
        assertNull(atAddress.memory());
        assertEquals(window.base() + 8, atAddress.start());
        atAddress.read(0, words + 32, 5L * Integer.BYTES);
        for (int i = 0; i < 5; i++) {
            assertEquals(21 + i, Memory.get32(words + 32 + (long) i * Integer.BYTES), "element " + i);
        }
        segment.write(4L * Integer.BYTES, words, Integer.BYTES);
        assertEquals(21, far.get(ValueLayout.JAVA_INT, 8 + (second + 2) * Integer.BYTES));
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
