package org.jshmem.internal.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class NodeShareTest {
    /** Whole units, but for the rest behind the last one, and no part larger than another by more than one of them. */
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 63, 64, 65, 1000, 4096, 262_144, 3L << 30, (1L << 40) + 5})
    void shouldDivideElementsEvenly(long elements) {
        for (int count : new int[] {1, 2, 3, 8, 100, 4096}) {
            for (int unit : new int[] {1, 8, 64}) {
                final long least = elements / unit / count * unit;
                long end = 0;
                for (int index = 0; index < count; index++) {
                    final String what = "part " + index + " of " + count + " in units of " + unit;
                    final long start = NodeShare.part(elements, unit, index, count);
                    assertEquals(end, start, what);
                    assertEquals(0, start % unit, what);
                    end = NodeShare.part(elements, unit, index + 1, count);
                    assertTrue(end - start >= least, what);
                    assertTrue(end - start <= least + unit + (index == count - 1 ? unit : 0), what);
                }
                assertEquals(elements, end);
            }
        }
    }
}
