package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.spi.Allocation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a report of a hang tells what a PE waits for. */
@Timeout(60)
class AwaitedElementsTest {
    private static final int NELEMS = 20;

    private final MemorySegment memory = Arena.ofAuto().allocate(NELEMS * Long.BYTES, Long.BYTES);
    private final Allocation block = new Allocation(0, memory.address(), memory.byteSize(), Long.BYTES, 0, null);
    private final SymmetricLongs longs = new SymmetricLongs(block, 0, memory.address(), NELEMS);
    private final SymmetricInts ints = longs.asInts();

    AwaitedElementsTest() {
        for (int i = 0; i < NELEMS; i++) {
            longs.set(i, 100 + i);
        }
    }

    @Test
    void shouldTellOfOneElement() {
        assertEquals(
                "element 3 of " + longs + " to be >= 7; it is 103",
                new AwaitedElements(longs, 3, Cmp.GE, 7).describe(0));
        longs.set(4, -1);
        assertEquals(
                "element 4 of " + longs + " to be < 7; it is 18446744073709551615",
                new AwaitedElements(longs, 4, Cmp.LT_UNSIGNED, 7).describe(0));
        assertEquals(
                "element 8 of " + ints + " to be == -2; it is -1",
                new AwaitedElements(ints, 8, Cmp.EQ, -2).describe(0));
        assertEquals(
                "element 8 of " + ints + " to be > 4294967294 (unsigned); it is 4294967295",
                new AwaitedElements(ints, 8, Cmp.GT_UNSIGNED, -2).describe(0));
    }

    /** The status leaves out two of five, by whatever number but 0. */
    @ParameterizedTest
    @ValueSource(ints = {2, -1, Integer.MIN_VALUE, 1})
    void shouldTellOfThoseThatAreNotLeftOut(int leftOut) {
        assertEquals(
                "one of 3 elements of " + longs
                        + "; [1] to be != 9, it is 101; [2] to be != 9, it is 102; [4] to be != 9, it is 104",
                AwaitedElements.anyOf(longs, 5, new int[] {leftOut, 0, 0, leftOut, 0}, Cmp.NE, 9, (long[]) null)
                        .describe(0));
        assertEquals(
                "element 1 of " + ints + " to be <= 6; it is 0",
                AwaitedElements.anyOf(ints, 2, new int[] {leftOut, 0}, Cmp.LE, 0, new int[] {5, 6})
                        .describe(0));
    }

    @Test
    void shouldTellOfTheFirstOfMany() {
        final StringBuilder eight = new StringBuilder();
        for (int i = 0; i < 8; i++) {
            eight.append("; [" + i + "] to be == 1, it is " + (100 + i));
        }
        assertEquals(
                "one of 8 elements of " + longs + eight,
                AwaitedElements.anyOf(longs, 8, null, Cmp.EQ, 1, (long[]) null).describe(0));
        assertEquals(
                "one of 9 elements of " + longs + eight + "; and so on",
                AwaitedElements.anyOf(longs, 9, null, Cmp.EQ, 1, (long[]) null).describe(0));
    }
}
