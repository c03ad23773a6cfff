package org.jshmem.benchmarks.compare;

import java.util.OptionalDouble;
import java.util.Set;

/**
 * JSHMEM over a C library: on one node beside JSHMEM on memory of its own, and between nodes beside the same library
 * called from C.
 *
 * @param isOneNode where
 */
record OverOshmem(boolean isOneNode) implements Yardstick {
    private static final double SAME = 1.1;
    private static final Set<String> AT_ONE_PE = Set.of("put + quiet", "get", "atomic fetch_add");
    private static final Set<String> COLLECTIVES = Set.of("barrier_all", "sum_reduce");

    @Override
    public OptionalDouble bar(String operation, int bytes) {
        if (isOneNode || AT_ONE_PE.contains(operation) && bytes == Long.BYTES) {
            return OptionalDouble.of(SAME);
        }
        return COLLECTIVES.contains(operation) && bytes <= Long.BYTES ? OptionalDouble.of(1) : OptionalDouble.empty();
    }

    @Override
    public boolean dependsOnState(String operation, int bytes) {
        return isOneNode && new OneNode().dependsOnState(operation, bytes);
    }
}
