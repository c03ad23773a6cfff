package org.jshmem.benchmarks.compare;

import java.util.Arrays;
import java.util.Collection;
import java.util.stream.DoubleStream;
import org.jshmem.benchmarks.Measurement;

/** Medians of what was measured several times. */
final class Medians {
    private Medians() {}

    static double of(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        if (sorted.length == 0) {
            return Double.NaN;
        }
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    static double of(double... values) {
        return of(Arrays.stream(values));
    }

    static double ofTimes(Collection<Measurement> measurements) {
        return of(measurements.stream().mapToDouble(Measurement::medianNs));
    }
}
