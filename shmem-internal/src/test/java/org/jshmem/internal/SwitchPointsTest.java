package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.jshmem.heap.Memory;
import org.jshmem.internal.collective.Collectives;
import org.jshmem.internal.transport.BouncedTransfers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SwitchPointsTest {
    /** Tests try sizes around them. */
    @Test
    void shouldNameTheSizesAtWhichTheLibraryChangesItsWay() {
        final long[] all = SwitchPoints.all();
        assertArrayEquals(Arrays.stream(all).sorted().distinct().toArray(), all);
        final long[] own = {512, Memory.MEMCPY_LEAST_BYTES, BouncedTransfers.SCRATCH_BYTES};
        LongStream.concat(Arrays.stream(own), Arrays.stream(Collectives.switchPoints()))
                .forEach(size -> assertTrue(Arrays.binarySearch(all, size) >= 0, size + " bytes"));
    }
}
