package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.spi.Allocation;
import org.junit.jupiter.api.Test;

class SymmetricArrayTest {
    private static final int NELEMS = 100;

    private final MemorySegment memory = Arena.ofAuto().allocate(NELEMS * Long.BYTES, Long.BYTES);
    private final Allocation block = new Allocation(0, memory.address(), memory.byteSize(), Long.BYTES, 0, null);
    private final SymmetricLongs longs = new SymmetricLongs(block, 0, memory.address(), NELEMS);

    /** To places a little further on, and a little before. */
    @Test
    void shouldCopyWithinWhereSourceAndDestinationOverlap() {
        for (int to : new int[] {3, 27}) {
            for (int i = 0; i < NELEMS; i++) {
                longs.set(i, i);
            }
            longs.copyWithin(10, to, 50);
            for (int i = 0; i < NELEMS; i++) {
                assertEquals(i >= to && i < to + 50 ? i - to + 10 : i, longs.get(i), "long " + i);
            }
            final SymmetricShorts shorts = longs.asShorts();
            for (int i = 0; i < NELEMS; i++) {
                shorts.set(i, (short) i);
            }
            shorts.copyWithin(10, to, 50);
            for (int i = 0; i < NELEMS; i++) {
                assertEquals(i >= to && i < to + 50 ? i - to + 10 : i, shorts.get(i), "short " + i);
            }
        }
    }

    @Test
    void shouldKeepTheBitsOfAnyNan() {
        for (int bits : new int[] {0x7fc0_0000, 0x7fc0_0001, 0xffc1_2345, 0x7f80_0000}) {
            assertEquals(bits, Bits.raw(Float.intBitsToFloat(bits)));
            assertEquals(bits, Float.floatToRawIntBits(Bits.toFloat(bits)));
        }
        for (long bits : new long[] {0x7ff8_0000_0000_0000L, 0x7ff8_0000_0000_0001L, 0xfff8_1234_5678_9abcL}) {
            assertEquals(bits, Bits.raw(Double.longBitsToDouble(bits)));
        }
    }
}
