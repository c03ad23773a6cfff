package org.jshmem.internal;

import org.jshmem.heap.ClaimProgress;

/**
 * Tells the user that a PE is still claiming memory, which may take a minute where a host has to find it.
 *
 * @param pe the PE
 * @param heap what the memory is for
 */
record ClaimReport(int pe, String heap) implements ClaimProgress {
    private static final int MIB_SHIFT = 20;
    private static final long NS_PER_SECOND = 1_000_000_000;

    @Override
    public void claimed(long bytes, long allBytes, long elapsedNs) {
        System.err.println("jshmem: PE " + pe + " has claimed " + (bytes >> MIB_SHIFT) + " of "
                + (allBytes >> MIB_SHIFT) + " MiB for " + heap + " in " + elapsedNs / NS_PER_SECOND + " s");
    }
}
