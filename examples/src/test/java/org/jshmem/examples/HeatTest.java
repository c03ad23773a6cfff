package org.jshmem.examples;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class HeatTest {
    private static final double TINY = 1e-15;

    @Test
    void shouldSpreadOneHotPoint() {
        final double[] now = new double[25];
        final double[] next = new double[25];
        now[12] = 1;

        new Heat.Stepper(5).step(MemorySegment.ofArray(now), MemorySegment.ofArray(next), 3);

        final double[] expected = {
            0, 0, 0, 0, 0, //
            0, 0, 0.2, 0, 0, //
            0, 0.2, 0.2, 0.2, 0, //
            0, 0, 0.2, 0, 0, //
            0, 0, 0, 0, 0
        };
        assertArrayEquals(expected, next, TINY);
    }

    @Test
    void shouldLeaveTheEdgeAsItIs() {
        final double[] next = new double[25];
        final double[] now = new double[25];
        java.util.Arrays.fill(now, 1);

        new Heat.Stepper(5).step(MemorySegment.ofArray(now), MemorySegment.ofArray(next), 3);

        for (int i = 0; i < 25; i++) {
            final boolean inside = i > 5 && i < 19 && i % 5 != 0 && i % 5 != 4;
            assertEquals(inside ? 1 : 0, next[i], TINY, "i=" + i);
        }
    }

    @Test
    void shouldStepBandsToTheSameBitsAsTheWhole() {
        final int size = 40;
        final double[] start = Heat.serial(size, 0);
        final double[] whole = Heat.serial(size, 1);
        final int split = 17;
        final MemorySegment now = MemorySegment.ofArray(start);
        final MemorySegment next = MemorySegment.ofArray(start.clone());

        final Heat.Stepper stepper = new Heat.Stepper(size);
        stepper.step(rows(now, 0, split + 2, size), rows(next, 0, split + 2, size), split);
        stepper.step(rows(now, split, size - split, size), rows(next, split, size - split, size), size - split - 2L);

        assertArrayEquals(whole, next.toArray(JAVA_DOUBLE), 0);
    }

    @Test
    void shouldStayBetweenColdAndHot() {
        for (final double temperature : Heat.serial(64, 200)) {
            assertTrue(temperature >= 0 && temperature <= 1, "temperature=" + temperature);
        }
    }

    @Test
    void shouldGlowFromBlackToWhite() {
        assertEquals(0x000000, Heat.colour(0));
        assertEquals(0xff0000, Heat.colour(1.0 / 3));
        assertEquals(0xffff00, Heat.colour(2.0 / 3));
        assertEquals(0xffffff, Heat.colour(1));
    }

    private static MemorySegment rows(MemorySegment plate, long first, long count, long size) {
        return plate.asSlice(first * size * Double.BYTES, count * size * Double.BYTES);
    }
}
