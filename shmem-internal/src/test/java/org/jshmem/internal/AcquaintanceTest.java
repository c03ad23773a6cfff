package org.jshmem.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AcquaintanceTest {
    private static final byte[] KEY = {9, 8, 7, 6, 5};
    private static final byte[] NETWORK = {4, 3, 2};

    @Test
    void shouldExchangeKeysAlone() {
        final LargeJob job = new LargeJob(1, 3, pe -> pe);
        final Acquaintance others = Acquaintance.make(job, KEY, null);
        assertNull(others.networks());
        assertSame(KEY, job.first);
        assertArrayEquals(new byte[] {0, 0, 0, 2, 0}, others.keys()[2]);
    }

    /** The first exchange of the job has a key for each PE, and later ones have the same for all. */
    @Test
    void shouldExchangeKeysAndNetworksAtOnce() {
        final LargeJob job = new LargeJob(1, 3, pe -> pe);
        final Acquaintance others = Acquaintance.make(job, KEY, NETWORK);
        assertArrayEquals(new byte[] {9, 8, 7, 6, 5, 4, 3, 2}, job.first);
        for (int pe = 0; pe < 3; pe++) {
            assertArrayEquals(new byte[] {0, 0, 0, (byte) pe, 0}, others.keys()[pe]);
            assertArrayEquals(new byte[3], others.networks()[pe]);
        }
        final Acquaintance same = Acquaintance.make(job, KEY, NETWORK);
        assertEquals(2, job.exchanges);
        for (int pe = 0; pe < 3; pe++) {
            assertArrayEquals(KEY, same.keys()[pe]);
            assertArrayEquals(NETWORK, same.networks()[pe]);
        }
        assertEquals(1, Arrays.stream(same.keys()).distinct().count(), "one array for all");
    }
}
