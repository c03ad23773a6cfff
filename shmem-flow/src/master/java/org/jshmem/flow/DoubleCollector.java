// types: byte short int long float double
package org.jshmem.flow;

import java.util.Arrays;
import org.jshmem.ShmemException;

/** A Java array that grows. */
final class DoubleCollector {
    /** The largest length of a Java array. */
    private static final int MOST = Integer.MAX_VALUE - 8;

    private double[] values;
    private int count;

    DoubleCollector(int expected) {
        values = new double[Math.clamp(expected * 9L / 8, 16, MOST)];
    }

    void add(double value) {
        if (count == values.length) {
            values = Arrays.copyOf(values, larger(count));
        }
        values[count++] = value;
    }

    /** The length of the next array. */
    static int larger(int count) {
        if (count == MOST) {
            throw new ShmemException("sort() brings more than " + MOST + " elements to this PE, which is the largest"
                    + " length of a Java array; use more PEs, and note that equal elements all go to one PE");
        }
        return (int) Math.min(MOST, count * 3L / 2);
    }

    /** The values in ascending order. */
    double[] sorted() {
        final double[] all = Arrays.copyOf(values, count);
        Arrays.sort(all);
        return all;
    }
}
