package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.examples.Stencil;

/** The example; each pass goes on from the one before. */
final class StencilProgram implements Program {
    private final int iterations;
    private final Stencil stencil;
    private int iteration;

    StencilProgram(int size, int iterations) {
        this.iterations = iterations;
        stencil = new Stencil(size);
    }

    @Override
    public void pass() {
        for (int i = 0; i < iterations; i++) {
            stencil.iterate(++iteration);
        }
        barrierAll();
    }

    @Override
    public long check() {
        return Arrays.stream(stencil.sums()).mapToLong(Checks::sum).sum();
    }

    @Override
    public void close() {
        stencil.free();
    }
}
