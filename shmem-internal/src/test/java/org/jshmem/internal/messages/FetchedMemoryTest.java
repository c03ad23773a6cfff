package org.jshmem.internal.messages;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jshmem.IndexedBlocks;
import org.jshmem.internal.transport.BouncedTransfers;
import org.jshmem.internal.transport.DirectTransport;
import org.jshmem.internal.transport.IndexedMemory;
import org.jshmem.internal.transport.Transport;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FetchedMemoryTest {
    private static final int OFFSET = 24;
    private static final int START = 40;

    /** Around the size of the buffer through which bytes go to segments and blocks, and several times as large. */
    static Stream<Integer> sizes() {
        final int buffer = (int) BouncedTransfers.SCRATCH_BYTES;
        return Stream.of(1, buffer - 1, buffer, buffer + 1, 3 * buffer + 8);
    }

    @ParameterizedTest
    @MethodSource("sizes")
    void shouldFetchEveryByteToItsPlace(int bytes) {
        final byte[] remote = new byte[OFFSET + bytes];
        new SplittableRandom(bytes).nextBytes(remote);
        final MemorySegment heap = Arena.ofAuto().allocateFrom(JAVA_BYTE, remote);
        final Transport transport = new DirectTransport(heap);
        final byte[] expected = new byte[START + bytes];
        System.arraycopy(remote, OFFSET, expected, START, bytes);

        final byte[] array = new byte[START + bytes];
        FetchedMemory.get(transport, 1, OFFSET, array, START, bytes);
        assertArrayEquals(expected, array, "an array");

        final byte[] behindASegment = new byte[START + bytes];
        FetchedMemory.get(transport, 1, OFFSET, MemorySegment.ofArray(behindASegment), START, bytes);
        assertArrayEquals(expected, behindASegment, "a segment");

        final byte[] blocks = new byte[START + bytes];
        final IndexedMemory memory = new IndexedMemory(blocks, START, IndexedBlocks.range(0, bytes), 1);
        FetchedMemory.get(transport, 1, OFFSET, memory, START, bytes);
        assertArrayEquals(expected, blocks, "blocks");

        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment segment = arena.allocate(bytes);
            FetchedMemory.get(transport, 1, OFFSET, null, segment.address(), bytes);
            System.arraycopy(segment.toArray(JAVA_BYTE), 0, array, START, bytes);
            assertArrayEquals(expected, array, "memory");
        }
    }

    static Stream<Arguments> arrays() {
        final double[] doubles = new double[4];
        final long[] longs = new long[4];
        final int[] ints = new int[4];
        final float[] floats = new float[4];
        final short[] shorts = new short[4];
        return Stream.of(
                Arguments.of(doubles, MemorySegment.ofArray(doubles)),
                Arguments.of(longs, MemorySegment.ofArray(longs)),
                Arguments.of(ints, MemorySegment.ofArray(ints)),
                Arguments.of(floats, MemorySegment.ofArray(floats)),
                Arguments.of(shorts, MemorySegment.ofArray(shorts)));
    }

    /** Two of four elements, from the second one on. */
    @ParameterizedTest
    @MethodSource("arrays")
    void shouldFetchElementsOfEveryType(Object array, MemorySegment content) {
        final int width = (int) content.byteSize() / 4;
        final byte[] remote = new byte[OFFSET + 2 * width];
        new SplittableRandom(width).nextBytes(remote);
        final Transport transport = new DirectTransport(Arena.ofAuto().allocateFrom(JAVA_BYTE, remote));
        final byte[] expected = new byte[4 * width];
        System.arraycopy(remote, OFFSET, expected, width, 2 * width);

        FetchedMemory.get(transport, 1, OFFSET, array, 1, 2L * width);

        assertArrayEquals(expected, content.toArray(JAVA_BYTE));
    }
}
