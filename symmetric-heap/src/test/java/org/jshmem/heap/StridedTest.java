package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** Two blocks of memory that is empty but for them. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 16})
    void shouldReachBlocksThatAreMoreThanTwoGibibytesApart(int block) {
        final long stride = 3L << 30;
        final long start = stride + 7;
        final AddressWindow window = AddressWindow.reserve(4 * stride, 0);
        window.retire(); // from now on it can be read and written
        final MemorySegment far = Memory.view(window.base(), 4 * stride, Arena.global());
        final MemorySegment two = Arena.ofAuto().allocate(2L * block, 8);
        for (int at = 0; at < 2 * block; at++) {
            Memory.put8(two.address() + at, (byte) (at + 1));
        }
        for (int way = 0; way < 2; way++) {
            far.asSlice(start, block).fill((byte) 0);
            far.asSlice(start + stride, block).fill((byte) 0);
            final MemorySegment back = Arena.ofAuto().allocate(2L * block, 8);
            if (way == 0) {
                Strided.copy(two.address(), block, window.base() + start, stride, block, 2);
                Strided.copy(window.base() + start, stride, back.address(), block, block, 2);
            } else {
                Strided.copy(two.address(), block, far, start, stride, block, 2);
                Strided.copy(far, start, stride, back.address(), block, block, 2);
            }
            assertEquals(-1, two.asSlice(0, block).mismatch(far.asSlice(start, block)));
            assertEquals(-1, two.asSlice(block).mismatch(far.asSlice(start + stride, block)));
            assertEquals(-1, two.mismatch(back));
        }
    }

    private byte[] bytes() {
        final byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        return bytes;
    }
}
