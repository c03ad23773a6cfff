package org.jshmem.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RandomAccessTest {
    @Test
    void shouldStartWithPowersOfTwo() {
        for (int n = 0; n < Long.SIZE; n++) {
            assertEquals(1L << n, RandomAccess.streamAt(n), "n=" + n);
        }
    }

    @Test
    void shouldFeedBackThePolynomial() {
        assertEquals(0x7, RandomAccess.streamAt(64));
        assertEquals(0xe, RandomAccess.streamAt(65));
        assertEquals(0x8000000000000000L, RandomAccess.streamAt(63));
        assertEquals(0x7L, RandomAccess.next(0x8000000000000000L));
        assertEquals(0x9L, RandomAccess.next(0x8000000000000007L));
    }

    @Test
    void shouldReachByAJumpWhatStepsReach() {
        long random = RandomAccess.streamAt(0);
        for (int n = 1; n <= 100_000; n++) {
            random = RandomAccess.next(random);
            if (n % 997 == 0) {
                assertEquals(random, RandomAccess.streamAt(n), "n=" + n);
            }
        }
    }

    /** The period that the HPCC benchmark gives for its polynomial. */
    @Test
    void shouldRepeatAfterItsPeriod() {
        final long period = 1317624576693539401L;
        assertEquals(1, RandomAccess.streamAt(period));
        assertEquals(RandomAccess.streamAt(12345), RandomAccess.streamAt(period + 12345));
    }
}
