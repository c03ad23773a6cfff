package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class PeRangesTest {
    @Test
    void shouldTakeEightBytesForABlock() {
        assertEquals(8, PeRanges.encode(IntStream.range(128, 256).toArray()).length);
    }

    @Test
    void shouldKeepAnyPes() {
        final int[][] some = {{}, {0}, {7}, {0, 1, 2}, {0, 2, 4}, {1, 2, 5, 6, 7, 100_000}};
        for (int[] pes : some) {
            assertArrayEquals(pes, PeRanges.decode(PeRanges.encode(pes)).toArray());
        }
    }
}
