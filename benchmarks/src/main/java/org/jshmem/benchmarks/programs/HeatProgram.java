package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricDoubles;
import org.jshmem.examples.Heat;

/** The example, without its picture. */
final class HeatProgram implements Program {
    private final int size;
    private final Heat heat;
    private final SymmetricDoubles one;
    private final SymmetricDoubles two;
    private SymmetricDoubles result;

    HeatProgram(int size, int steps) {
        this.size = size;
        heat = new Heat(size, steps);
        one = mallocDoubles(heat.longestBand());
        two = mallocDoubles(heat.longestBand());
    }

    @Override
    public void pass() {
        result = heat.parallel(one, two);
    }

    @Override
    public long check() {
        long sum = 0;
        for (long i = size; i < (heat.rows(myPe()) + 1) * size; i++) {
            sum += Double.doubleToRawLongBits(result.get(i));
        }
        return sum;
    }

    @Override
    public void close() {
        free(two);
        free(one);
    }
}
