package org.jshmem.examples.lulesh;

import static org.jshmem.Shmem.*;

/** How far an iteration goes: as far as sound and growth of the elements allow, the least of all PEs. */
final class TimeStep {
    private static final double END = 1e-2;
    private static final double LONGEST = 1e-2;
    private static final double LEAST_FACTOR = 1.1;
    private static final double MOST_FACTOR = 1.2;
    private static final double UNLIMITED = 1e20;
    private static final double QUADRATIC = 64 * 2 * 2;
    private static final double MOST_GROWTH = 0.1;
    private static final double TINY = 1e-20;

    private double length;
    private double time;
    private int iterations;
    private double courant = UNLIMITED;
    private double hydro = UNLIMITED;

    /** Before the first step, of the given length. */
    TimeStep(double length) {
        this.length = length;
    }

    boolean isAtEnd() {
        return time >= END;
    }

    int iterations() {
        return iterations;
    }

    double length() {
        return length;
    }

    /** Begins a step; collective. */
    void next() {
        if (iterations > 0) {
            length = Math.min(adapted(leastOfAll()), LONGEST);
        }
        final double left = END - time;
        if (left > length && left < 4 * length / 3) {
            length = 2 * length / 3;
        }
        length = Math.min(length, left);
        time += length;
        iterations++;
    }

    private double leastOfAll() {
        return minReduce(TEAM_WORLD, hydro < courant / 2 ? hydro * 2 / 3 : courant / 2);
    }

    private double adapted(double next) {
        final double ratio = next / length;
        if (ratio >= 1 && ratio < LEAST_FACTOR) {
            return length;
        }
        return ratio > MOST_FACTOR ? length * MOST_FACTOR : next;
    }

    /** Finds how long the next step may be for this PE's elements. */
    void limit(Elements elements) {
        final double[] growths = elements.growth;
        final double[] lengths = elements.length;
        final double[] speeds = elements.soundSpeed;
        double shortest = UNLIMITED;
        double fastest = 0;
        for (int i = 0; i < growths.length; i++) {
            final double growth = growths[i];
            final double shrinking = Math.min(0, growth) * lengths[i];
            if (growth != 0) {
                shortest = Math.min(
                        shortest,
                        lengths[i] * lengths[i] / (speeds[i] * speeds[i] + QUADRATIC * shrinking * shrinking));
                fastest = Math.max(fastest, Math.abs(growth));
            }
        }
        courant = Math.sqrt(shortest);
        hydro = fastest == 0 ? UNLIMITED : MOST_GROWTH / (fastest + TINY);
    }
}
