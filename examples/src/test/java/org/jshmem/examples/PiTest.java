package org.jshmem.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class PiTest {
    @Test
    void shouldCountAboutAQuarterCircle() {
        final long inside = Pi.countInside(1_000_000, new SplittableRandom(1));

        assertEquals(Math.PI / 4, inside / 1e6, 0.003);
    }
}
