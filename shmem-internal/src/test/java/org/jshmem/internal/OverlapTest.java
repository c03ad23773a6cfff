package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class OverlapTest {
    @Test
    void shouldFindRangesThatShareBytes() {
        assertDoesNotThrow(() -> Overlap.check(1000, 1064, 64));
        assertDoesNotThrow(() -> Overlap.check(1064, 1000, 64));
        assertThrows(IllegalArgumentException.class, () -> Overlap.check(1000, 1063, 64));
        assertThrows(IllegalArgumentException.class, () -> Overlap.check(1000, 1000, 64));
    }

    @Test
    void shouldLetBlocksInterleave() {
        assertDoesNotThrow(() -> Overlap.checkBlocks(1000, 16, 1008, 16, 8, 10));
        assertThrows(IllegalArgumentException.class, () -> Overlap.checkBlocks(1000, 16, 1004, 16, 8, 10));
        assertThrows(IllegalArgumentException.class, () -> Overlap.checkBlocks(1000, 16, 1008, 24, 8, 10));
    }

    @Test
    void shouldFindOneBlockThatOverlaps() {
        assertDoesNotThrow(() -> Overlap.checkBlocks(1000, 8, 1008, 8, 8, 1));
        assertThrows(IllegalArgumentException.class, () -> Overlap.checkBlocks(1000, 8, 1004, 8, 8, 1));
    }

    /** Also at offsets that have more than 32 bits. */
    @Test
    void shouldSayHowMuchOverlaps() {
        final long far = 5L << 32;
        assertEquals(
                "dest and source overlap by 1 of 64 bytes on the same PE; copy within a PE by MemorySegment.copy or an"
                        + " own buffer",
                message(() -> Overlap.check(far, far + 63, 64)));
        final long large = 3L << 30;
        assertTrue(message(() -> Overlap.check(far + large - 8, far, large))
                .startsWith("dest and source overlap by 8 of " + large + " bytes"));
        assertDoesNotThrow(() -> Overlap.check(far + large, far, large));
        assertTrue(message(() -> Overlap.checkBlocks(1000, 16, 1004, 16, 8, 10))
                .startsWith("the blocks of dest and source, of 8 bytes, overlap on the same PE"));
    }

    /** The first block of one side and the last one of the other. */
    @Test
    void shouldFindBlocksOfLongSpans() {
        final long stride = 3L << 30;
        final long span = 9 * stride + 8;
        assertDoesNotThrow(() -> Overlap.checkBlocks(span, stride, 0, stride + 8, 8, 1));
        assertDoesNotThrow(() -> Overlap.checkBlocks(span, 2 * stride, 0, stride, 8, 10));
        assertThrows(IllegalArgumentException.class, () -> Overlap.checkBlocks(span - 1, 2 * stride, 0, stride, 8, 10));
        assertDoesNotThrow(() -> Overlap.checkBlocks(0, stride, span, 2 * stride, 8, 10));
        assertThrows(IllegalArgumentException.class, () -> Overlap.checkBlocks(0, stride, span - 1, 2 * stride, 8, 10));
    }

    /** Blocks of 8 bytes at every 24, shifted. */
    @Test
    void shouldLetBlocksInterleaveAtAnyDistanceThatIsLongEnough() {
        for (long shift = -100; shift <= 100; shift++) {
            final long phase = Math.floorMod(shift, 24L);
            final long dest = 1000 + shift;
            if (phase >= 8 && phase <= 16) {
                assertDoesNotThrow(() -> Overlap.checkBlocks(dest, 24, 1000, 24, 8, 10));
            } else {
                assertThrows(IllegalArgumentException.class, () -> Overlap.checkBlocks(dest, 24, 1000, 24, 8, 10));
            }
        }
    }

    /** All strides and distances of small rows, against a comparison of each block with each. */
    @Test
    void shouldCompareBlocksOfDifferentStrides() {
        for (int destStride = 2; destStride < 8; destStride++) {
            for (int sourceStride = 2; sourceStride < 8; sourceStride++) {
                for (int distance = -30; distance <= 30; distance++) {
                    final int dest = 100 + distance;
                    final int from = destStride;
                    final int to = sourceStride;
                    if (shares(dest, from, 100, to)) {
                        assertThrows(
                                IllegalArgumentException.class, () -> Overlap.checkBlocks(dest, from, 100, to, 2, 4));
                    } else {
                        assertDoesNotThrow(() -> Overlap.checkBlocks(dest, from, 100, to, 2, 4));
                    }
                }
            }
        }
    }

    /** Whether two of four blocks of two bytes share one. */
    private static boolean shares(int dest, int destStride, int source, int sourceStride) {
        boolean isShared = false;
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                isShared |= Math.abs(dest + i * destStride - (source + j * sourceStride)) < 2;
            }
        }
        return isShared;
    }

    private static String message(Executable call) {
        return assertThrows(IllegalArgumentException.class, call).getMessage();
    }
}
