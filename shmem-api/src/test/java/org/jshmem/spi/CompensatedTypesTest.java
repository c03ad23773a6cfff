package org.jshmem.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums side by side: what lanes hold and what they have spilled is the exact sum, for few lanes and for many. */
@Timeout(60)
class CompensatedTypesTest {
    private static final int VALUES = 30;

    private final SplittableRandom random = new SplittableRandom(7);

    private static BigDecimal[] zeros(int n) {
        final BigDecimal[] zeros = new BigDecimal[n];
        Arrays.fill(zeros, BigDecimal.ZERO);
        return zeros;
    }

    /** @param n the lanes that are used, of one more */
    @ParameterizedTest
    @ValueSource(ints = {1, 31, 32, 33})
    void shouldLoseNothingOfDoubles(int n) {
        for (boolean isLoaded : new boolean[] {false, true}) {
            final CompensatedDoubles sums = new CompensatedDoubles(n + 1);
            final BigDecimal[] wanted = zeros(n);
            final BigDecimal[] spilled = zeros(n);
            final CompensatedDoubles.Spill spill =
                    (lane, value) -> spilled[lane] = spilled[lane].add(new BigDecimal(value));
            final double[] results = new double[n];
            for (int round = 0; round < VALUES; round++) {
                final double[] values = new double[n];
                for (int i = 0; i < n; i++) {
                    values[i] = Math.scalb(random.nextDouble() - 0.5, random.nextInt(-60, 60));
                    wanted[i] = wanted[i].add(new BigDecimal(values[i]));
                }
                if (round == 0 && isLoaded) {
                    sums.load(values);
                } else {
                    if (round == 0) {
                        sums.clear(n);
                    }
                    sums.add(values, n, spill);
                }
                sums.round(results, n);
                for (int i = 0; i < n; i++) {
                    final double held = wanted[i].subtract(spilled[i]).doubleValue();
                    assertEquals(held, results[i], Math.ulp(held), "lane " + i + " of " + n);
                }
            }
            sums.drain(n, spill);
            assertEquals(Arrays.toString(doubles(wanted)), Arrays.toString(doubles(spilled)));
            for (int i = 0; i < n; i++) {
                assertEquals(0, wanted[i].compareTo(spilled[i]), "lane " + i + " of " + n);
            }
            sums.round(results, n);
            assertEquals(0, Arrays.stream(results).filter(result -> result != 0).count());
        }
    }

    private static double[] doubles(BigDecimal[] numbers) {
        return Arrays.stream(numbers).mapToDouble(BigDecimal::doubleValue).toArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 31, 32, 33})
    void shouldLoseNothingOfFloats(int n) {
        for (boolean isLoaded : new boolean[] {false, true}) {
            final CompensatedFloats sums = new CompensatedFloats(n + 1);
            final BigDecimal[] wanted = zeros(n);
            final BigDecimal[] spilled = zeros(n);
            final CompensatedFloats.Spill spill =
                    (lane, value) -> spilled[lane] = spilled[lane].add(new BigDecimal(value));
            final float[] results = new float[n];
            for (int round = 0; round < VALUES; round++) {
                final float[] values = new float[n];
                for (int i = 0; i < n; i++) {
                    values[i] = Math.scalb(random.nextFloat() - 0.5f, random.nextInt(-30, 30));
                    wanted[i] = wanted[i].add(new BigDecimal(values[i]));
                }
                if (round == 0 && isLoaded) {
                    sums.load(values);
                } else {
                    if (round == 0) {
                        sums.clear(n);
                    }
                    sums.add(values, n, spill);
                }
                sums.round(results, n);
                for (int i = 0; i < n; i++) {
                    final float held = wanted[i].subtract(spilled[i]).floatValue();
                    assertEquals(held, results[i], Math.ulp(held), "lane " + i + " of " + n);
                }
            }
            sums.drain(n, spill);
            for (int i = 0; i < n; i++) {
                assertEquals(0, wanted[i].compareTo(spilled[i]), "lane " + i + " of " + n);
            }
        }
    }

    /** Lanes that cannot hold a sum give all that they have, and are 0 then; the others keep theirs. */
    @ParameterizedTest
    @ValueSource(ints = {2, 33})
    void shouldSpillWhatIsNoNumber(int n) {
        final double infinity = Double.POSITIVE_INFINITY;
        final CompensatedDoubles sums = new CompensatedDoubles(n);
        final double[] spilled = new double[n];
        final CompensatedDoubles.Spill spill = (lane, value) -> spilled[lane] += value;
        final double[] values = new double[n];
        Arrays.fill(values, 1);
        values[1] = infinity;
        final double[] results = new double[n];
        sums.load(values);
        sums.round(results, n);
        assertEquals(infinity, results[1]);
        sums.add(values, n, spill);
        sums.round(results, n);
        assertEquals(2, results[0]);
        assertEquals(0, results[1]);
        assertEquals(infinity, spilled[1]);
        values[1] = 5;
        sums.add(values, n, spill);
        values[0] = Double.NaN;
        sums.add(values, n, spill);
        sums.round(results, n);
        assertEquals(0, results[0]);
        assertEquals(10, results[1]);
        assertTrue(Double.isNaN(spilled[0]));
        values[0] = Double.NaN;
        values[1] = -0.0;
        sums.load(values);
        sums.round(results, n);
        assertEquals(Double.doubleToRawLongBits(Double.NaN), Double.doubleToRawLongBits(results[0]));
        assertEquals(0, Double.doubleToRawLongBits(results[1]), "−0 is 0");
    }
}
