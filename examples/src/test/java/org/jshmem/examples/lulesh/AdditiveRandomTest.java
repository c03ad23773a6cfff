package org.jshmem.examples.lulesh;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class AdditiveRandomTest {
    /** What {@code rand} of the GNU C library returns first without a seed, which is that of 1. */
    @Test
    void shouldReturnTheNumbersOfTheLibrary() {
        final AdditiveRandom random = new AdditiveRandom(1);

        assertEquals(1804289383, random.next());
        assertEquals(846930886, random.next());
        assertEquals(1681692777, random.next());
    }

    @Test
    void shouldTakeSeed0For1() {
        assertEquals(1804289383, new AdditiveRandom(0).next());
    }
}
