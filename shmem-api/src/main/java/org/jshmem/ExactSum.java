package org.jshmem;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import org.jshmem.spi.CompensatedDoubles;

/**
 * A sum of {@code float} and {@code double} values that is not rounded until it is asked for. Its value depends neither
 * on the order of the values nor on how they were divided among PEs, and is the exact sum rounded once: the error is at
 * most half a unit in the last place. {@link Reductions#sumReduce} adds the sums of all PEs:
 *
 * <pre>{@code
 * ExactSum sum = new ExactSum();
 * sum.add(array, 0, array.length());
 * double total = Reductions.sumReduce(TEAM_WORLD, sum);
 * }</pre>
 *
 * <p>An infinity or NaN among the values makes the sum what it is in IEEE 754 arithmetic. A sum of 0 is +0, also if all
 * values are −0. Every NaN is the same one.
 *
 * <p>A single value costs a few nanoseconds. Arrays are added by vector instructions, about as fast as a loop that sums
 * with rounding; values whose exponents differ by more than some fifty binary digits cost more.
 *
 * <p>The digits are a superaccumulator: a fixed-point number that covers the whole range of {@code double} (R. M. Neal:
 * Fast exact summation using small and large superaccumulators, arXiv:1505.05571, 2015), in front of which
 * {@link CompensatedDoubles} sum arrays. At most 2<sup>62</sup> values can be added.
 *
 * <p>Not safe for use by several threads at a time.
 */
public final class ExactSum {
    /** Digits have 32 bits, in longs that leave room for carries. The first one has the weight 2 to the −1074. */
    private static final int DIGIT_BITS = 32;

    private static final long DIGIT_MASK = (1L << DIGIT_BITS) - 1;

    /** The weight of the lowest bit, as an exponent. */
    private static final int LOWEST = Double.MIN_EXPONENT - 52;

    /** For the largest double, and for the carries of 2 to the 62 of them. */
    private static final int DIGITS = 69;

    /** Additions after which carries are propagated: each adds less than 2 to the 32 to a digit. */
    private static final int MOST_UNCARRIED = 1 << 30;

    private static final int FRACTION_BITS = 52;
    private static final long FRACTION_MASK = (1L << FRACTION_BITS) - 1;
    private static final int EXPONENT_MASK = 0x7ff;

    /** The values that are added side by side. */
    private static final int LANES = 256;

    /** The digits of a sum that travel at once. */
    private static final int SENT = 7;

    /** For the number of a digit, below it. */
    private static final int NUMBER_BITS = 8;

    private static final int NUMBER_MASK = (1 << NUMBER_BITS) - 1;

    private final long[] digits = new long[DIGITS];
    private int uncarried;

    /** The sum of infinities and NaNs; 0 if there are none. */
    private double special;

    /** Null until an array is added. */
    private Lanes lanes;

    /** Null until sums of PEs are added. */
    private Exchange exchange;

    /** A sum of no values, which is 0. */
    public ExactSum() {}

    /** Makes the sum 0. */
    public void clear() {
        Arrays.fill(digits, 0);
        uncarried = 0;
        special = 0;
    }

    /**
     * Adds a value.
     *
     * @param value any value
     */
    public void add(double value) {
        final long bits = Double.doubleToRawLongBits(value);
        final int exponent = (int) (bits >>> FRACTION_BITS) & EXPONENT_MASK;
        if (exponent == EXPONENT_MASK) {
            special += value;
            return;
        }
        final long fraction = bits & FRACTION_MASK;
        final long magnitude = exponent == 0 ? fraction : fraction | 1L << FRACTION_BITS;
        addAt(Math.max(exponent - 1, 0), bits < 0 ? -magnitude : magnitude);
    }

    /** Adds a number of up to 54 bits, whose lowest bit is at a position above the lowest one of the digits. */
    private void addAt(int position, long number) {
        final int first = position / DIGIT_BITS;
        final int shift = position % DIGIT_BITS;
        final long above = number >> DIGIT_BITS - shift;
        digits[first] += number << shift & DIGIT_MASK;
        digits[first + 1] += above & DIGIT_MASK;
        digits[first + 2] += above >> DIGIT_BITS;
        if (++uncarried == MOST_UNCARRIED) {
            carry();
        }
    }

    /** Makes all digits but the last one those of a number in two's complement. */
    private void carry() {
        for (int i = 0; i < DIGITS - 1; i++) {
            digits[i + 1] += digits[i] >> DIGIT_BITS;
            digits[i] &= DIGIT_MASK;
        }
        uncarried = 0;
    }

    /**
     * Adds another sum.
     *
     * @param other stays as it is
     */
    public void add(ExactSum other) {
        special += other.special;
        carry();
        other.carry();
        for (int i = 0; i < DIGITS; i++) {
            digits[i] += other.digits[i];
        }
        carry();
    }

    /**
     * Adds the elements of a Java array.
     *
     * @param values any values
     */
    public void add(double[] values) {
        add(values, 0, values.length);
    }

    /**
     * Adds elements of a Java array.
     *
     * @param values any values
     * @param from the index of the first one
     * @param nelems how many
     * @throws IndexOutOfBoundsException if the array does not have them
     */
    public void add(double[] values, int from, int nelems) {
        Objects.checkFromIndexSize(from, nelems, values.length);
        lanes().add(values, from, nelems);
    }

    /**
     * Adds the elements of a Java array.
     *
     * @param values any values
     */
    public void add(float[] values) {
        add(values, 0, values.length);
    }

    /**
     * Adds elements of a Java array.
     *
     * @param values any values
     * @param from the index of the first one
     * @param nelems how many
     * @throws IndexOutOfBoundsException if the array does not have them
     */
    public void add(float[] values, int from, int nelems) {
        Objects.checkFromIndexSize(from, nelems, values.length);
        lanes().add(values, from, nelems);
    }

    /**
     * Adds elements of this PE's part of a symmetric array.
     *
     * @param array any array, such as {@code local()} of a distributed one
     * @param from the index of the first one
     * @param nelems how many
     * @throws IndexOutOfBoundsException if the array does not have them
     */
    public void add(SymmetricDoubles array, long from, long nelems) {
        lanes().add(Local.DOUBLE, Check.local("array", array, from, nelems, Double.BYTES), nelems);
    }

    /**
     * Adds elements of this PE's part of a symmetric array.
     *
     * @param array any array, such as {@code local()} of a distributed one
     * @param from the index of the first one
     * @param nelems how many
     * @throws IndexOutOfBoundsException if the array does not have them
     */
    public void add(SymmetricFloats array, long from, long nelems) {
        lanes().add(Local.FLOAT, Check.local("array", array, from, nelems, Float.BYTES), nelems);
    }

    private Lanes lanes() {
        if (lanes == null) {
            lanes = new Lanes();
        }
        return lanes;
    }

    /** Sums arrays side by side, a block at a time. */
    private final class Lanes implements CompensatedDoubles.Spill {
        private final CompensatedDoubles sums = new CompensatedDoubles(LANES);
        private final double[] block = new double[LANES];
        private final float[] floats = new float[LANES];

        /** Adds elements of a Java array from an index on, or of local memory, by their layout, from an address on. */
        void add(Object source, long from, long nelems) {
            final int width = (int) Math.min(LANES, nelems);
            sums.clear(width);
            for (long at = 0; at < nelems; at += LANES) {
                final int n = (int) Math.min(LANES, nelems - at);
                load(source, from, at, n);
                Arrays.fill(block, n, width, 0);
                sums.add(block, width, this);
            }
            sums.drain(width, this);
        }

        private void load(Object source, long from, long at, int n) {
            switch (source) {
                case double[] array -> System.arraycopy(array, (int) (from + at), block, 0, n);
                case float[] array -> widen(array, (int) (from + at), n);
                case ValueLayout.OfDouble layout ->
                    MemorySegment.copy(Local.MEMORY, layout, from + at * Double.BYTES, block, 0, n);
                default -> {
                    MemorySegment.copy(Local.MEMORY, Local.FLOAT, from + at * Float.BYTES, floats, 0, n);
                    widen(floats, 0, n);
                }
            }
        }

        private void widen(float[] values, int from, int n) {
            for (int i = 0; i < n; i++) {
                block[i] = values[from + i];
            }
        }

        @Override
        public void add(int lane, double value) {
            ExactSum.this.add(value);
        }
    }

    /**
     * The sum, rounded to nearest, ties to even; infinite if it is too large.
     *
     * @return never −0
     */
    public double doubleValue() {
        return special == 0 ? rounded(Double.PRECISION, 0) : special(special);
    }

    /**
     * The sum, rounded to the nearest {@code float}, ties to even, at once; infinite if it is too large.
     *
     * @return never −0
     */
    public float floatValue() {
        return (float) (special == 0 ? rounded(Float.PRECISION, Float.MIN_EXPONENT - 23 - LOWEST) : special(special));
    }

    private static double special(double sum) {
        return Double.isNaN(sum) ? Double.NaN : sum;
    }

    /** The sum with so many bits, of which none is below a position. */
    private double rounded(int bits, int lowest) {
        final boolean isNegative = makeMagnitude();
        final double magnitude = roundedMagnitude(bits, lowest);
        if (isNegative) {
            negate();
        }
        return isNegative ? 0 - magnitude : magnitude;
    }

    /** Makes the digits those of the magnitude; returns whether the sum is negative. */
    private boolean makeMagnitude() {
        carry();
        final boolean isNegative = digits[DIGITS - 1] < 0;
        if (isNegative) {
            negate();
        }
        return isNegative;
    }

    private void negate() {
        for (int i = 0; i < DIGITS; i++) {
            digits[i] = -digits[i];
        }
        carry();
    }

    private double roundedMagnitude(int bits, int lowest) {
        final int highest = highestBit();
        final int last = Math.max(highest - bits + 1, lowest);
        long number = bits(last, highest);
        if (last > 0 && bit(last - 1) != 0 && ((number & 1) != 0 || hasBitBelow(last - 1))) {
            number++;
        }
        return Math.scalb((double) number, last + LOWEST);
    }

    /** The position of the highest bit that is 1; −1 if there is none. */
    private int highestBit() {
        int digit = DIGITS - 1;
        while (digit >= 0 && digits[digit] == 0) {
            digit--;
        }
        return digit < 0 ? -1 : digit * DIGIT_BITS + Long.SIZE - 1 - Long.numberOfLeadingZeros(digits[digit]);
    }

    private long bit(int position) {
        return bits(position, position);
    }

    /** The bits of the magnitude from a position to a higher one, at most 64. */
    private long bits(int from, int to) {
        long number = 0;
        int position = from;
        while (position <= to) {
            final int inDigit = position % DIGIT_BITS;
            final int count = Math.min(DIGIT_BITS - inDigit, to - position + 1);
            number |= (digits[position / DIGIT_BITS] >>> inDigit & (1L << count) - 1) << position - from;
            position += count;
        }
        return number;
    }

    private boolean hasBitBelow(int position) {
        final int digit = position / DIGIT_BITS;
        for (int i = 0; i < digit; i++) {
            if (digits[i] != 0) {
                return true;
            }
        }
        return (digits[digit] & (1L << position % DIGIT_BITS) - 1) != 0;
    }

    /** Replaces the sum by that of all PEs of a team; collective. */
    double sumOver(ShmemTeam team) {
        if (exchange == null) {
            exchange = new Exchange();
        }
        final ExactSum total = exchange.over(team, this);
        clear();
        add(total);
        return doubleValue();
    }

    /**
     * Adds the sums of PEs. Each sends the digits of its own that are not 0, with its sign, {@link #SENT} at a time.
     * Usually one exchange is enough. If any PE has more digits, all PEs exchange again.
     */
    private static final class Exchange {
        private final ExactSum own = new ExactSum();
        private final ExactSum total = new ExactSum();
        private int sign;

        /** The next digit to send. */
        private int next;

        /**
         * The words that a PE sends.
         *
         * <pre>
         * word         bits 63 to 8 or 32                        lower bits
         * 0 to 6       a digit with its sign; 0 for none         its number, in 8 bits
         * 7            sum of infinities and NaNs, as a float    1 if there are more digits, in 32 bits
         * </pre>
         */
        private final long[] words = new long[SENT + 1];

        private long[] all = {};

        ExactSum over(ShmemTeam team, ExactSum sum) {
            final int count = words.length * team.nPes();
            if (all.length != count) {
                all = new long[count];
            }
            own.clear();
            own.add(sum);
            sign = own.makeMagnitude() ? -1 : 1;
            next = 0;
            total.clear();
            boolean areMore = true;
            while (areMore) {
                takeDigits();
                team.gather(words, all);
                areMore = addDigits();
            }
            return total;
        }

        private void takeDigits() {
            int taken = 0;
            while (next < DIGITS && (taken < SENT || own.digits[next] == 0)) {
                if (own.digits[next] != 0) {
                    words[taken++] = sign * own.digits[next] << NUMBER_BITS | next;
                }
                next++;
            }
            Arrays.fill(words, taken, SENT, 0);
            words[SENT] = (long) Float.floatToIntBits((float) own.special) << Integer.SIZE | (next < DIGITS ? 1 : 0);
        }

        private boolean addDigits() {
            boolean areMore = false;
            for (int i = 0; i < all.length; i++) {
                final long word = all[i];
                if (i % words.length == SENT) {
                    areMore |= (int) word != 0;
                    total.special += Float.intBitsToFloat((int) (word >>> Integer.SIZE));
                } else {
                    total.digits[(int) word & NUMBER_MASK] += word >> NUMBER_BITS;
                }
            }
            total.carry();
            return areMore;
        }
    }

    @Override
    public String toString() {
        return "ExactSum[" + doubleValue() + "]";
    }
}
