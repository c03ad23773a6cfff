package org.jshmem.examples.minimd;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ParkMillerTest {
    /** The check that Park and Miller give: the 10,000th number from seed 1. */
    @Test
    void shouldPassTheCheckOfItsAuthors() {
        assertEquals(1043618065.0 / Integer.MAX_VALUE, new ParkMiller(1).nextAfter(9999), 1e-15);
    }
}
