// types: float double
package org.jshmem.spi;

import java.util.Arrays;

/**
 * Sums of {@code double} values, many side by side, that are not rounded. Each lane holds its sum as two values, of
 * which the second is what the first lost by rounding. Knuth's error-free addition (TwoSum [1]) finds both; a cascade
 * of two, as in [2], has twice the digits of the type.
 *
 * <p>A lane for which these are too few, or whose sum is infinite or no number, is handed over to {@link Spill} before
 * anything is lost, and goes on from 0. The sum is then what was handed over and what the lane holds.
 *
 * <p>The number of lanes, {@code n}, is the same in all calls from one {@link #load} or {@link #clear} to the next.
 * Used by one thread at a time.
 *
 * <p>[1] D. E. Knuth: The Art of Computer Programming, volume 2, section 4.2.2. [2] T. Ogita, S. M. Rump, S. Oishi:
 * Accurate sum and dot product, SIAM Journal on Scientific Computing 26, 2005.
 */
public final class CompensatedDoubles {
    /** Takes what a lane cannot hold without rounding. */
    @FunctionalInterface
    public interface Spill {
        /**
         * Adds a value to a sum of the caller.
         *
         * @param lane the lane
         * @param value what no longer belongs to the lane's sum
         */
        void add(int lane, double value);
    }

    /** The number of lanes from which the loops for many are used: C2 unrolls a loop as its trip counts suggest. */
    private static final int MANY = 32;

    private double[] sums;
    private double[] errors;

    /** What the next operand makes of both, if nothing is left over. */
    private double[] nextSums;

    private double[] nextErrors;

    /** What is left over: 0 if both values of a lane are its exact sum. */
    private final double[] rests;

    /** What was loaded, if nothing has been added since; otherwise null. */
    private double[] loaded;

    /**
     * Makes lanes whose sums are 0.
     *
     * @param lanes how many
     */
    public CompensatedDoubles(int lanes) {
        sums = new double[lanes];
        errors = new double[lanes];
        nextSums = new double[lanes];
        nextErrors = new double[lanes];
        rests = new double[lanes];
    }

    /**
     * Sets sums.
     *
     * @param values for each lane, from the first one; they stay as they are until the next call of this object is over
     */
    public void load(double[] values) {
        loaded = values;
    }

    /**
     * Sets sums to 0.
     *
     * @param n how many, from the first one
     */
    public void clear(int n) {
        loaded = null;
        Arrays.fill(sums, 0, n, 0);
        Arrays.fill(errors, 0, n, 0);
    }

    /**
     * Adds a value to each lane.
     *
     * @param values the values, the first at 0
     * @param n how many
     * @param spill takes what lanes cannot hold
     */
    public void add(double[] values, int n, Spill spill) {
        if (loaded == null) {
            addNext(values, n, spill);
        } else {
            addFirst(values, n, spill);
        }
        final double[] oldSums = sums;
        sums = nextSums;
        nextSums = oldSums;
        final double[] oldErrors = errors;
        errors = nextErrors;
        nextErrors = oldErrors;
    }

    /** The sum of two values and its error are exact, except beyond the largest number. */
    private void addFirst(double[] values, int n, Spill spill) {
        final double most = n < MANY ? addTwoFew(values, n) : addTwoMany(values, n);
        if (Double.isNaN(most)) {
            for (int i = 0; i < n; i++) {
                if (Double.isNaN(nextErrors[i])) {
                    spill.add(i, loaded[i]);
                    spill.add(i, values[i]);
                    nextSums[i] = 0;
                    nextErrors[i] = 0;
                }
            }
        }
        loaded = null;
    }

    private void addNext(double[] values, int n, Spill spill) {
        final double most = n < MANY ? addFew(values, n) : addMany(values, n);
        if (most != 0) { // or no number
            spill(values, n, spill);
        }
    }

    // named:begin Many Few
    /** Adds a value to what was loaded; returns the largest magnitude of the errors. */
    private double addTwoMany(double[] values, int n) {
        addTwoMany(loaded, values, nextSums, nextErrors, n);
        return mostMany(nextErrors, n);
    }

    private static void addTwoMany(double[] a, double[] b, double[] toSums, double[] toErrors, int n) {
        for (int i = 0; i < n; i++) {
            final double sum = a[i] + b[i];
            final double part = sum - a[i];
            toSums[i] = sum;
            toErrors[i] = a[i] - (sum - part) + (b[i] - part);
        }
    }

    /** Adds a value to each lane; returns the largest magnitude of the rests. */
    private double addMany(double[] values, int n) {
        addExactlyMany(sums, errors, values, nextSums, nextErrors, rests, n);
        return mostMany(rests, n);
    }

    private static void addExactlyMany(
            double[] a, double[] errors, double[] b, double[] toSums, double[] toErrors, double[] toRests, int n) {
        for (int i = 0; i < n; i++) {
            final double sum = a[i] + b[i];
            final double part = sum - a[i];
            final double lost = a[i] - (sum - part) + (b[i] - part);
            final double error = errors[i] + lost;
            final double partOfError = error - errors[i];
            toSums[i] = sum;
            toErrors[i] = error;
            toRests[i] = errors[i] - (error - partOfError) + (lost - partOfError);
        }
    }

    private static double mostMany(double[] rests, int n) {
        double most = 0;
        for (int i = 0; i < n; i++) {
            most = Math.max(most, Math.abs(rests[i]));
        }
        return most;
    }

    private static void roundMany(double[] sums, double[] errors, double[] results, int n) {
        for (int i = 0; i < n; i++) {
            results[i] = sums[i] + errors[i];
        }
    }
    // named:end

    private void spill(double[] values, int n, Spill spill) {
        for (int i = 0; i < n; i++) {
            if (rests[i] != 0) {
                spill.add(i, sums[i]);
                spill.add(i, errors[i]);
                spill.add(i, values[i]);
                nextSums[i] = 0;
                nextErrors[i] = 0;
            }
        }
    }

    /**
     * Rounds the sums of lanes from which nothing was handed over: to nearest, ties to even. A sum of zeros is +0.
     *
     * @param results where to, from 0; may be what was loaded
     * @param n how many
     */
    public void round(double[] results, int n) {
        if (loaded != null) {
            for (int i = 0; i < n; i++) {
                results[i] = Double.isNaN(loaded[i]) ? Double.NaN : loaded[i] + 0;
            }
        } else if (n < MANY) {
            roundFew(sums, errors, results, n);
        } else {
            roundMany(sums, errors, results, n);
        }
    }

    /**
     * Hands over all that lanes hold.
     *
     * @param n how many, from the first one
     * @param spill takes both values of each lane
     */
    public void drain(int n, Spill spill) {
        for (int i = 0; i < n; i++) {
            drainLane(i, spill);
        }
    }

    /**
     * Hands over what one lane holds.
     *
     * @param lane the lane
     * @param spill takes its two values
     */
    public void drainLane(int lane, Spill spill) {
        spill.add(lane, sums[lane]);
        spill.add(lane, errors[lane]);
        sums[lane] = 0;
        errors[lane] = 0;
    }
}
