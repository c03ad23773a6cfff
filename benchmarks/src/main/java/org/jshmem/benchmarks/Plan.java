package org.jshmem.benchmarks;

/**
 * How long to measure.
 *
 * @param warmupNs before each slice
 * @param sliceNs of each slice
 * @param slicesWhenPeersReact slices of an operation that all PEs make together; one suffices for the others
 */
record Plan(long warmupNs, long sliceNs, int slicesWhenPeersReact) {
    private static final int SLICES_WHEN_PEERS_REACT = 5;
    private static final int NS_PER_MS = 1_000_000;

    static Plan ofSlice(int sliceMs) {
        long sliceNs = (long) sliceMs * NS_PER_MS;
        return new Plan(sliceNs / 5, sliceNs, SLICES_WHEN_PEERS_REACT);
    }

    /** Long enough for the compiler, whatever it measures. */
    static Plan warmupPass(int ms) {
        return new Plan((long) ms * NS_PER_MS, 0, 1);
    }

    int slices(Operation operation) {
        return operation.peersReact() ? slicesWhenPeersReact : 1;
    }
}
