package org.jshmem;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ForwardingTeam;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class ExactSumTest {
    private static final int ROUNDS = 300;

    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    /** The whole range, two ranges of ordinary numbers, and subnormal numbers. */
    @ParameterizedTest
    @ValueSource(strings = {"-1074 1023", "-30 30", "0 1", "-1074 -1015", "900 1023"})
    void shouldRoundTheExactSumOnce(String exponents) {
        final int lowest = Integer.parseInt(exponents.split(" ")[0]);
        final int highest = Integer.parseInt(exponents.split(" ")[1]);
        for (int round = 0; round < ROUNDS; round++) {
            final double[] values = values(1 + random.nextInt(700), lowest, highest);
            final BigDecimal expected =
                    DoubleStream.of(values).mapToObj(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
            final ExactSum sum = sumOf(values, round % 3);
            assertEquals(expected.doubleValue(), sum.doubleValue(), () -> "double, seed " + seed);
            assertEquals(expected.floatValue() + 0f, sum.floatValue(), () -> "float, seed " + seed);
            assertEquals(expected.doubleValue(), sum.doubleValue(), () -> "once more, seed " + seed);
        }
    }

    /** Values of which a part cancels out. */
    private double[] values(int count, int lowest, int highest) {
        final List<Double> values = new ArrayList<>();
        while (values.size() < count) {
            final double value = Math.scalb(1 + random.nextDouble(), random.nextInt(lowest, highest + 1));
            values.add(random.nextBoolean() ? value : -value);
            if (random.nextInt(3) > 0) {
                values.add(-values.get(random.nextInt(values.size())));
            }
        }
        Collections.shuffle(values, random);
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** One by one, as an array, or as two sums. */
    private static ExactSum sumOf(double[] values, int way) {
        final ExactSum sum = new ExactSum();
        switch (way) {
            case 0 -> DoubleStream.of(values).forEach(sum::add);
            case 1 -> sum.add(values);
            default -> {
                final int some = values.length / 3;
                final ExactSum other = new ExactSum();
                other.add(values, some, values.length - some);
                sum.add(values, 0, some);
                sum.add(other);
            }
        }
        return sum;
    }

    @Test
    void shouldSumArraysOfManyLengths() {
        final ExactSum sum = new ExactSum();
        for (int round = 0; round < ROUNDS; round++) {
            sum.clear();
            BigDecimal expected = BigDecimal.ZERO;
            for (int array = random.nextInt(6); array >= 0; array--) {
                final double[] values = values(1 + random.nextInt(random.nextBoolean() ? 20 : 700), -30, 30);
                sum.add(values);
                expected = DoubleStream.of(values).mapToObj(BigDecimal::new).reduce(expected, BigDecimal::add);
            }
            assertEquals(expected.doubleValue(), sum.doubleValue(), () -> "seed " + seed);
        }
    }

    @Test
    void shouldSumFloats() {
        final float[] values = new float[1000];
        BigDecimal expected = BigDecimal.ZERO;
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.scalb(random.nextFloat() - 0.5f, random.nextInt(-140, 120));
            expected = expected.add(new BigDecimal(values[i]));
        }
        final ExactSum sum = new ExactSum();
        sum.add(values, 0, 300);
        sum.add(values, 300, 700);
        assertEquals(expected.floatValue(), sum.floatValue(), () -> "seed " + seed);
    }

    /** Half-way cases go to even; below them a single bit decides. */
    @Test
    void shouldRoundHalfToEven() {
        assertEquals(0x1p53, sum(0x1p53, 1));
        assertEquals(0x1p53 + 4, sum(0x1p53 + 2, 1));
        assertEquals(0x1p53 + 2, sum(0x1p53, 1, Double.MIN_VALUE));
        assertEquals(0x1p53, sum(0x1p53, 1, -Double.MIN_VALUE));
        assertEquals(-0x1p53 - 2, sum(-0x1p53, -1, -Double.MIN_VALUE));
        final ExactSum sum = new ExactSum();
        sum.add(1 + 0x1p-24);
        sum.add(0x1p-60);
        assertEquals(1 + 0x1p-23f, sum.floatValue());
    }

    private static double sum(double... values) {
        final ExactSum sum = new ExactSum();
        sum.add(values);
        return sum.doubleValue();
    }

    @Test
    void shouldGoBeyondTheLargestNumberAndBack() {
        assertEquals(Double.POSITIVE_INFINITY, sum(Double.MAX_VALUE, Double.MAX_VALUE));
        assertEquals(Double.MAX_VALUE, sum(Double.MAX_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE));
        assertEquals(Double.NEGATIVE_INFINITY, sum(-Double.MAX_VALUE, -Math.ulp(Double.MAX_VALUE) / 2));
        final ExactSum sum = new ExactSum();
        sum.add(Double.MAX_VALUE);
        assertEquals(Float.POSITIVE_INFINITY, sum.floatValue());
        sum.clear();
        sum.add(1e-300);
        assertEquals(0f, sum.floatValue());
    }

    @Test
    void shouldTreatInfinitiesAndNansAsArithmeticDoes() {
        final double infinity = Double.POSITIVE_INFINITY;
        assertEquals(infinity, sum(1, infinity, -1e300, 5));
        assertEquals(-infinity, sum(-infinity, Double.MAX_VALUE, Double.MAX_VALUE));
        for (double[] values : new double[][] {{infinity, 1, -infinity}, {1, Double.NaN}, {infinity, Double.NaN}}) {
            assertEquals(Double.doubleToRawLongBits(Double.NaN), Double.doubleToRawLongBits(sum(values)));
        }
        final ExactSum sum = new ExactSum();
        sum.add(infinity);
        sum.clear();
        assertEquals(0, Double.doubleToRawLongBits(sum.doubleValue()));
    }

    @Test
    void shouldMakeZerosPositive() {
        assertEquals(0, Double.doubleToRawLongBits(sum(-0.0, -0.0)));
        assertEquals(0, Double.doubleToRawLongBits(sum(-0.0)));
        assertEquals(0, Double.doubleToRawLongBits(sum(3, -3)));
        assertEquals(0, Double.doubleToRawLongBits(new ExactSum().doubleValue()));
    }

    @Test
    void shouldRefuseElementsThatAreNotThere() {
        final ExactSum sum = new ExactSum();
        assertThrows(IndexOutOfBoundsException.class, () -> sum.add(new double[3], 1, 3));
        assertThrows(IndexOutOfBoundsException.class, () -> sum.add(new float[3], -1, 1));
        assertEquals(0, sum.doubleValue());
    }

    /** A part of an array, longer than what is added at once. */
    @Test
    void shouldSumPartsOfSymmetricArrays() {
        final int length = 1100;
        final MemorySegment memory = Arena.ofAuto().allocate(length * Double.BYTES, Double.BYTES);
        final Allocation block = new Allocation(0, memory.address(), memory.byteSize(), Double.BYTES, 0, null);
        final SymmetricDoubles doubles = new SymmetricDoubles(block, 0, memory.address(), length);
        final SymmetricFloats floats = doubles.asFloats().slice(0, length);
        for (int[] part : new int[][] {{0, length}, {3, 513}, {700, 400}, {1099, 1}, {1100, 0}, {5, 256}, {4, 255}}) {
            double expected = 0;
            for (int i = 0; i < length; i++) {
                doubles.set(i, (double) (1L << i % 40));
                expected += i >= part[0] && i < part[0] + part[1] ? 1L << i % 40 : 0;
            }
            final ExactSum sum = new ExactSum();
            sum.add(doubles, part[0], part[1]);
            assertEquals(expected, sum.doubleValue());
            for (int i = 0; i < length; i++) {
                floats.set(i, (float) (1L << i % 40));
            }
            sum.clear();
            sum.add(floats, part[0], part[1]);
            assertEquals(expected, sum.doubleValue());
        }
        final ExactSum sum = new ExactSum();
        assertThrows(IndexOutOfBoundsException.class, () -> sum.add(doubles, 1, length));
        assertThrows(IndexOutOfBoundsException.class, () -> sum.add(doubles, length, 1));
        assertThrows(IndexOutOfBoundsException.class, () -> sum.add(floats, 1, length));
        assertThrows(IndexOutOfBoundsException.class, () -> sum.add(floats, -1, 1));
        assertEquals("ExactSum[0.0]", sum.toString());
    }

    @Test
    void shouldSumPartsOfJavaArrays() {
        final double[] doubles = {1, 2, 4, 8, 16};
        final float[] floats = {1, 2, 4, 8, 16};
        final ExactSum sum = new ExactSum();
        sum.add(doubles, 1, 3);
        assertEquals(14, sum.doubleValue());
        sum.add(floats, 2, 2);
        assertEquals(26, sum.doubleValue());
        sum.add(floats);
        assertEquals(57, sum.doubleValue());
        sum.add(doubles, 5, 0);
        assertThrows(IndexOutOfBoundsException.class, () -> sum.add(floats, 4, 2));
        assertThrows(IndexOutOfBoundsException.class, () -> sum.add(doubles, 5, 1));
        assertEquals(57, sum.doubleValue());
    }

    /** Each of several PEs has the same sum. A sum of few bits travels at once, one of all digits in ten rounds. */
    @Test
    void shouldSumOverPes() {
        for (int pes = 1; pes <= 3; pes++) {
            final Team team = new Team(pes);
            final ExactSum sum = new ExactSum();
            for (int exponent = -1074; exponent < 1000; exponent += 30) {
                sum.add(Math.scalb(1.0, exponent));
                final ExactSum expected = new ExactSum();
                for (int pe = 0; pe < pes; pe++) {
                    expected.add(sum);
                }
                for (int sign = 0; sign < 2; sign++) {
                    final ExactSum own = new ExactSum();
                    own.add(sum);
                    if (sign == 1) {
                        negate(own, exponent);
                    }
                    team.rounds = 0;
                    final double total = Reductions.sumReduce(team, own);
                    assertEquals(sign == 0 ? expected.doubleValue() : -expected.doubleValue(), total);
                    assertEquals(total, own.doubleValue());
                    if (sign == 0) {
                        own.add(Math.scalb((double) -pes, exponent));
                        final ExactSum rest = new ExactSum();
                        rest.add(expected);
                        rest.add(Math.scalb((double) -pes, exponent));
                        assertEquals(rest.doubleValue(), own.doubleValue(), "all bits have travelled");
                    }
                    assertTrue(team.rounds >= 1 && team.rounds <= 10, team.rounds + " rounds");
                }
            }
            assertEquals(10, team.rounds);
        }
    }

    /** Makes the sum of powers of 2, down from an exponent, that of their negatives. */
    private static void negate(ExactSum sum, int highest) {
        for (int exponent = -1074; exponent <= highest; exponent += 30) {
            sum.add(-Math.scalb(1.0, exponent));
            sum.add(-Math.scalb(1.0, exponent));
        }
    }

    @Test
    void shouldSumWhatIsNoNumberOverPes() {
        final Team team = new Team(2);
        for (double special : new double[] {Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN}) {
            final ExactSum sum = new ExactSum();
            sum.add(1);
            sum.add(special);
            assertEquals(special, Reductions.sumReduce(team, sum));
        }
        assertEquals(
                "sum=null; pass an ExactSum, of which this PE's values are a part",
                assertThrows(NullPointerException.class, () -> Reductions.sumReduce(team, null))
                        .getMessage());
        assertThrows(NullPointerException.class, () -> Reductions.sumReduce(null, new ExactSum()));
    }

    /** Of PEs that all call with the same words. */
    private static final class Team extends ForwardingTeam {
        private final int pes;
        private int rounds;

        Team(int pes) {
            super(null);
            this.pes = pes;
        }

        @Override
        public int nPes() {
            return pes;
        }

        @Override
        protected void gatherWords(long[] words, long[] all) {
            rounds++;
            assertEquals(words.length * pes, all.length);
            for (int pe = 0; pe < pes; pe++) {
                System.arraycopy(words, 0, all, pe * words.length, words.length);
            }
        }

        @Override
        protected ShmemTeam wrap(ShmemTeam made) {
            return made;
        }

        @Override
        protected ShmemContext wrap(ShmemContext made) {
            return made;
        }
    }
}
