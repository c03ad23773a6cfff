package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.examples.Transpose;

/** The example; each pass goes on from the one before. */
final class TransposeProgram implements Program {
    private final int iterations;
    private final Transpose transpose;
    private int iteration;

    TransposeProgram(int order, int iterations) {
        this.iterations = iterations;
        transpose = new Transpose(Math.ceilDiv(order, nPes()) * nPes());
    }

    @Override
    public void pass() {
        for (int i = 0; i < iterations; i++) {
            transpose.iterate(++iteration);
        }
    }

    @Override
    public long check() {
        return Checks.sum(transpose.sums());
    }

    @Override
    public void close() {
        transpose.free();
    }
}
