package org.jshmem.benchmarks.programs;

import org.jshmem.examples.Heat;

/** The example, without its picture. */
final class HeatProgram implements Program {
    private final Heat heat;
    private double[][] result;

    HeatProgram(int size, int steps) {
        heat = new Heat(size, steps);
    }

    @Override
    public void pass() {
        result = heat.parallel();
    }

    @Override
    public long check() {
        long sum = 0;
        for (int row = 1; row < result.length - 1; row++) {
            sum += Checks.sum(result[row]);
        }
        return sum;
    }

    @Override
    public void close() {
        heat.free();
    }
}
