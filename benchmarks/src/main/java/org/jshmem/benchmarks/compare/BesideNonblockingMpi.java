package org.jshmem.benchmarks.compare;

import java.util.OptionalDouble;

/**
 * Collectives that are started and awaited, beside MPI in C.
 *
 * @param isOneNode whether the PEs share memory
 */
record BesideNonblockingMpi(boolean isOneNode) implements Yardstick {
    private static final double BAR = 0.8;

    /** From here on copying takes so long that the way between the CPUs does not matter. */
    private static final int FAR_AS_NEAR = 1 << 20;

    @Override
    public OptionalDouble bar(String operation, int bytes) {
        return OptionalDouble.of(BAR);
    }

    @Override
    public boolean dependsOnState(String operation, int bytes) {
        return isOneNode && bytes < FAR_AS_NEAR;
    }
}
