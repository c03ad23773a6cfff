package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class ArraySegmentsTest {
    /** Indices that have the same place in the cache. */
    @Test
    void shouldFindTheSegmentOfAnArrayAndIndexOnly() {
        final ArraySegments segments = new ArraySegments();
        final long[] array = new long[100];
        final MemorySegment whole = segments.keep(array, 0, MemorySegment.ofArray(array));
        assertSame(whole, segments.find(array, 0));
        for (int start = 1; start < array.length; start++) {
            assertNull(segments.find(array, start), "from index " + start);
        }
        assertNull(segments.find(new long[100], 0));
        final MemorySegment part = segments.keep(array, 16, whole.asSlice(16 * Long.BYTES));
        assertSame(part, segments.find(array, 16));
        assertNull(segments.find(array, 0));
    }
}
