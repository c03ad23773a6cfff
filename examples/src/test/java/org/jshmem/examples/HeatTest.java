package org.jshmem.examples;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class HeatTest {
    private static final double TINY = 1e-15;

    @Test
    void shouldSpreadOneHotPoint() {
        final double[][] now = new double[5][5];
        final double[][] next = new double[5][5];
        now[2][2] = 1;

        new Heat.Stepper(5).step(now, next);

        final double[][] expected = {
            {0, 0, 0, 0, 0},
            {0, 0, 0.2, 0, 0},
            {0, 0.2, 0.2, 0.2, 0},
            {0, 0, 0.2, 0, 0},
            {0, 0, 0, 0, 0}
        };
        for (int row = 0; row < 5; row++) {
            assertArrayEquals(expected[row], next[row], TINY, "row=" + row);
        }
    }

    @Test
    void shouldLeaveTheEdgeAsItIs() {
        final double[][] now = new double[5][5];
        final double[][] next = new double[5][5];
        for (double[] row : now) {
            Arrays.fill(row, 1);
        }

        new Heat.Stepper(5).step(now, next);

        for (int row = 0; row < 5; row++) {
            for (int column = 0; column < 5; column++) {
                final boolean inside = row > 0 && row < 4 && column > 0 && column < 4;
                assertEquals(inside ? 1 : 0, next[row][column], TINY, "row=" + row + ", column=" + column);
            }
        }
    }

    @Test
    void shouldStepBandsToTheSameBitsAsTheWhole() {
        final int size = 40;
        final int split = 17;
        final double[][] now = Heat.serial(size, 0);
        final double[][] next = Heat.serial(size, 0);

        final Heat.Stepper stepper = new Heat.Stepper(size);
        stepper.step(Arrays.copyOfRange(now, 0, split + 2), Arrays.copyOfRange(next, 0, split + 2));
        stepper.step(Arrays.copyOfRange(now, split, size), Arrays.copyOfRange(next, split, size));

        assertTrue(Arrays.deepEquals(Heat.serial(size, 1), next));
    }

    @Test
    void shouldStayBetweenColdAndHot() {
        for (double[] row : Heat.serial(64, 200)) {
            for (double temperature : row) {
                assertTrue(temperature >= 0 && temperature <= 1, "temperature=" + temperature);
            }
        }
    }

    @Test
    void shouldGlowFromBlackToWhite() {
        assertEquals(0x000000, Heat.colour(0));
        assertEquals(0xff0000, Heat.colour(1.0 / 3));
        assertEquals(0xffff00, Heat.colour(2.0 / 3));
        assertEquals(0xffffff, Heat.colour(1));
    }
}
