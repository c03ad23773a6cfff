package org.jshmem.internal.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;
import org.jshmem.heap.ElementLayouts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Arrays and segments, smaller and larger than the buffer, to and from a place far from the start of a heap. */
@Timeout(60)
class BouncedTransfersTest {
    private static final int BUFFER = (int) BouncedTransfers.SCRATCH_BYTES;
    private static final int BYTES = 5 * BUFFER;
    private static final long FAR = 5L << 30;
    private static final long AT = FAR + 64;
    private static final byte BEFORE = 7;

    private final MemorySegment heap = Arena.ofAuto().allocate(BYTES, 64);
    private final MemorySegment expected = Arena.ofAuto().allocate(BYTES, 64);
    private final MemorySegment data = MemorySegment.ofArray(new byte[BYTES]);
    private final Transport transport = new DirectTransport(MemorySegment.ofAddress(heap.address() - FAR));

    BouncedTransfersTest() {
        new SplittableRandom(17).nextBytes((byte[]) data.heapBase().orElseThrow());
    }

    /** An array, the same memory as bytes, and the layout of an element. */
    private record Elements(Object array, MemorySegment bytes, ValueLayout layout) {
        int width() {
            return (int) layout.byteSize();
        }
    }

    private static List<Elements> arrays() {
        final byte[] bytes = new byte[BYTES];
        final short[] shorts = new short[BYTES / Short.BYTES];
        final int[] ints = new int[BYTES / Integer.BYTES];
        final long[] longs = new long[BYTES / Long.BYTES];
        final float[] floats = new float[BYTES / Float.BYTES];
        final double[] doubles = new double[BYTES / Double.BYTES];
        return List.of(
                new Elements(bytes, MemorySegment.ofArray(bytes), ElementLayouts.BYTE),
                new Elements(shorts, MemorySegment.ofArray(shorts), ElementLayouts.SHORT),
                new Elements(ints, MemorySegment.ofArray(ints), ElementLayouts.INT),
                new Elements(longs, MemorySegment.ofArray(longs), ElementLayouts.LONG),
                new Elements(floats, MemorySegment.ofArray(floats), ElementLayouts.FLOAT),
                new Elements(doubles, MemorySegment.ofArray(doubles), ElementLayouts.DOUBLE));
    }

    private void randomize(MemorySegment memory) {
        memory.copyFrom(data);
    }

    /** Blocks of so many bytes at distances in bytes; those of heap and memory need not be the same. */
    private record Blocks(long bytes, long count, long there, long here) {}

    private static List<Blocks> blocks() {
        return List.of(
                new Blocks(8, 1, 8, 8),
                new Blocks(8, 40_000, 16, 8),
                new Blocks(24, 12_000, 24, 40),
                new Blocks(BUFFER - 8, 2, BUFFER + 8, BUFFER),
                new Blocks(BUFFER, 3, BUFFER + 8, BUFFER),
                new Blocks(BUFFER + 8, 3, BUFFER + 8, BUFFER + 24));
    }

    private static void copy(
            Blocks blocks, MemorySegment from, long at, long by, MemorySegment to, long start, long d) {
        for (long i = 0; i < blocks.count; i++) {
            MemorySegment.copy(from, at + i * by, to, start + i * d, blocks.bytes);
        }
    }

    private void assertHeapIsExpected(String what) {
        assertEquals(-1, expected.mismatch(heap), what);
    }

    @Test
    void shouldMoveArraysOfEachType() {
        for (Elements elements : arrays()) {
            final int width = elements.width();
            for (int nelems : new int[] {1, 100, BUFFER / width - 1, BUFFER / width, 2 * BUFFER / width + 5}) {
                final String what = nelems + " of " + elements.layout;
                randomize(elements.bytes);
                heap.fill(BEFORE);
                expected.fill(BEFORE);
                MemorySegment.copy(elements.bytes, 3L * width, expected, 64, (long) nelems * width);
                transport.putArray(0, AT, elements.array, 3, nelems, elements.layout);
                assertHeapIsExpected(what);

                elements.bytes.fill(BEFORE);
                transport.getArray(0, elements.array, 8, AT, nelems, elements.layout);
                expected.fill(BEFORE);
                MemorySegment.copy(heap, 64, expected, 8L * width, (long) nelems * width);
                assertEquals(-1, expected.mismatch(elements.bytes), what);
            }
        }
    }

    @Test
    void shouldMoveBlocksOfArraysOfEachType() {
        for (Elements elements : arrays()) {
            final int width = elements.width();
            for (Blocks blocks : blocks()) {
                final String what = blocks + " of " + elements.layout;
                final int stride = (int) blocks.here / width;
                final int bsize = (int) blocks.bytes / width;
                final int count = (int) blocks.count;
                randomize(elements.bytes);
                heap.fill(BEFORE);
                expected.fill(BEFORE);
                copy(blocks, elements.bytes, 3L * width, blocks.here, expected, 64, blocks.there);
                BouncedTransfers.putArrayBlocks(
                        transport, 0, AT, blocks.there, elements.array, 3, stride, bsize, count, elements.layout);
                assertHeapIsExpected(what);

                elements.bytes.fill(BEFORE);
                BouncedTransfers.getArrayBlocks(
                        transport, 0, elements.array, 8, stride, AT, blocks.there, bsize, count, elements.layout);
                expected.fill(BEFORE);
                copy(blocks, heap, 64, blocks.there, expected, 8L * width, blocks.here);
                assertEquals(-1, expected.mismatch(elements.bytes), what);
            }
        }
    }

    /** A segment that the heap's owner reads and writes by its address, or not. */
    @Test
    void shouldMoveSegments() {
        final MemorySegment memory = Arena.ofAuto().allocate(BYTES, 8);
        for (boolean lasts : new boolean[] {false, true}) {
            for (int bytes : new int[] {1, 1000, BUFFER, BUFFER + 1, 3 * BUFFER + 5}) {
                randomize(memory);
                heap.fill(BEFORE);
                expected.fill(BEFORE);
                MemorySegment.copy(memory, 24, expected, 64, bytes);
                BouncedTransfers.put(transport, 0, AT, memory, 24, bytes, lasts);
                assertHeapIsExpected(bytes + " bytes");

                memory.fill(BEFORE);
                BouncedTransfers.get(transport, 0, memory, 40, AT, bytes, lasts);
                expected.fill(BEFORE);
                MemorySegment.copy(heap, 64, expected, 40, bytes);
                assertEquals(-1, expected.mismatch(memory), bytes + " bytes");
            }
        }
    }

    @Test
    void shouldMoveBlocksOfSegments() {
        final MemorySegment memory = Arena.ofAuto().allocate(BYTES, 8);
        for (boolean lasts : new boolean[] {false, true}) {
            for (Blocks blocks : blocks()) {
                randomize(memory);
                heap.fill(BEFORE);
                expected.fill(BEFORE);
                copy(blocks, memory, 24, blocks.here, expected, 64, blocks.there);
                BouncedTransfers.putBlocks(
                        transport, 0, AT, blocks.there, memory, 24, blocks.here, blocks.bytes, blocks.count, lasts);
                assertHeapIsExpected(blocks.toString());

                memory.fill(BEFORE);
                BouncedTransfers.getBlocks(
                        transport, 0, memory, 40, blocks.here, AT, blocks.there, blocks.bytes, blocks.count, lasts);
                expected.fill(BEFORE);
                copy(blocks, heap, 64, blocks.there, expected, 40, blocks.here);
                assertEquals(-1, expected.mismatch(memory), blocks.toString());
            }
        }
    }

    /** A segment of which only the end has memory, as one of a large file. */
    @Test
    @SuppressWarnings("restricted") // addresses are what the library works on
    void shouldMoveWhatIsFarFromTheStartOfASegment() {
        final MemorySegment memory = Arena.ofAuto().allocate(BYTES, 8);
        final MemorySegment far =
                MemorySegment.ofAddress(memory.address() - FAR).reinterpret(FAR + BYTES);
        randomize(memory);
        for (boolean lasts : new boolean[] {false, true}) {
            heap.fill(BEFORE);
            expected.fill(BEFORE);
            MemorySegment.copy(memory, 24, expected, 64, 1000);
            BouncedTransfers.put(transport, 0, AT, far, FAR + 24, 1000, lasts);
            assertHeapIsExpected("a put");
        }
        LocalMemory.write(far, FAR + 16, 8, heap.address() + 64, 1000);
        LocalMemory.read(far, FAR + 16, 8, heap.address() + 64, 1000);
        assertHeapIsExpected("read and written");
    }

    @Test
    void shouldNotTakeTheAddressOfMemoryThatIsGone() {
        final Arena arena = Arena.ofShared();
        final MemorySegment segment = arena.allocate(64);
        assertEquals(segment.address() + 8, BouncedTransfers.addressOf(segment, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> BouncedTransfers.addressOf(segment, 64));
        arena.close();
        assertThrows(IllegalStateException.class, () -> BouncedTransfers.addressOf(segment, 8));
    }
}
