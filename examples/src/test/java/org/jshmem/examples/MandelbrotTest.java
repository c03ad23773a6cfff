package org.jshmem.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class MandelbrotTest {
    @Test
    void shouldKnowPointsOfTheSetFromOthers() {
        assertEquals(1000, Mandelbrot.steps(0, 0), "0 stays");
        assertEquals(1000, Mandelbrot.steps(-1, 0), "0, -1, 0, -1 …");
        assertEquals(1, Mandelbrot.steps(2.1, 0), "leaves at once");
        assertEquals(3, Mandelbrot.steps(1, 0), "0, 1, 2, 5");
    }
}
