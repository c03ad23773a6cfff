// types: byte short int long float double
package org.jshmem.flow;

import java.util.Arrays;

/** A Java array that grows. */
final class DoubleCollector {
    private double[] values;
    private int count;

    DoubleCollector(int expected) {
        values = new double[Math.max(16, expected + expected / 8)];
    }

    void add(double value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, (int) Math.min(Integer.MAX_VALUE - 8, count * 3L / 2));
        }
        values[count++] = value;
    }

    /** The values in ascending order. */
    double[] sorted() {
        final double[] all = Arrays.copyOf(values, count);
        Arrays.sort(all);
        return all;
    }
}
