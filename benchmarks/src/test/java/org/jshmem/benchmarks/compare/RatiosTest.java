package org.jshmem.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class RatiosTest {
    @Test
    void shouldTakeTheMedianOfTheRoundsRatios() {
        final Ratios ratios = new Ratios(new double[] {10, 10, 20}, new double[] {5, 20, 12});

        assertEquals(0.6, ratios.median(), 1e-9);
        assertEquals("0.50 – 2.00", ratios.range());
        assertEquals(10, ratios.cMedian());
        assertEquals(12, ratios.javaMedian());
        assertEquals(Verdict.MISSED, ratios.verdict(OptionalDouble.of(0.5)));
    }
}
