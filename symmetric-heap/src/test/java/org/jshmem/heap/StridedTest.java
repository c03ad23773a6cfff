package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StridedTest {
    private static final int BYTES = 4096;
    private static final int[] BLOCKS = {1, 2, 3, 4, 8, 12, 16, 100};

    private final SplittableRandom random = new SplittableRandom(23);
    private final MemorySegment from = Arena.ofAuto().allocate(BYTES, 8);
    private final MemorySegment to = Arena.ofAuto().allocate(BYTES, 8);

    /** Between addresses, and from and to a segment of a Java array, at any place. */
    @Test
    void shouldCopyBlocksAndNothingBesideThem() {
        for (int round = 0; round < 3000; round++) {
            final int block = BLOCKS[random.nextInt(BLOCKS.length)];
            final int fromStride = block + random.nextInt(3) * random.nextInt(40);
            final int toStride = block + random.nextInt(3) * random.nextInt(40);
            final int count = random.nextInt(1 + (BYTES - 8) / Math.max(fromStride, toStride));
            final int fromStart = random.nextInt(8);
            final int toStart = random.nextInt(8);
            final byte[] source = bytes();
            final byte[] dest = bytes();
            final byte[] expected = dest.clone();
            for (int i = 0; i < count; i++) {
                System.arraycopy(source, fromStart + i * fromStride, expected, toStart + i * toStride, block);
            }
            MemorySegment.copy(source, 0, from, ValueLayout.JAVA_BYTE, 0, BYTES);
            MemorySegment.copy(dest, 0, to, ValueLayout.JAVA_BYTE, 0, BYTES);
            final long address = from.address() + fromStart;
            final long toAddress = to.address() + toStart;
            Strided.copy(address, fromStride, toAddress, toStride, block, count);
            assertArrayEquals(expected, to.toArray(ValueLayout.JAVA_BYTE), "between addresses, blocks of " + block);

            final byte[] array = dest.clone();
            Strided.copy(address, fromStride, MemorySegment.ofArray(array), toStart, toStride, block, count);
            assertArrayEquals(expected, array, "to an array, blocks of " + block);

            MemorySegment.copy(dest, 0, to, ValueLayout.JAVA_BYTE, 0, BYTES);
            final MemorySegment segment = MemorySegment.ofArray(source);
            Strided.copy(segment, fromStart, fromStride, toAddress, toStride, block, count);
            assertArrayEquals(expected, to.toArray(ValueLayout.JAVA_BYTE), "from an array, blocks of " + block);
        }
    }

    private byte[] bytes() {
        final byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return bytes;
    }
}
