package org.jshmem.tck.rma;

import org.jshmem.Shmem;

/**
 * Who puts to whom. Each PE has a number of lanes, parts of its memory in each of which one other PE writes. In small
 * lanes all PEs write to each PE. Large lanes are fewer than the PEs of a large job, because neither the symmetric heap
 * nor the Java heap of a PE has room for so many.
 *
 * @param pe this PE
 * @param pes the PEs of the job
 * @param count the lanes of each PE
 */
record Lanes(int pe, int pes, int count) {
    /** The most bytes of all lanes of a PE, unless there are only {@link #LEAST}. */
    static final long MOST_BYTES = 32 << 20;

    /** A PE puts to itself and to another one at least. */
    static final int LEAST = 2;

    /** Lanes of a size for the PEs of this job; the same on all PEs. */
    static Lanes of(long laneBytes) {
        return of(laneBytes, Shmem.myPe(), Shmem.nPes());
    }

    static Lanes of(long laneBytes, int pe, int pes) {
        return new Lanes(pe, pes, (int) Math.min(pes, Math.max(LEAST, MOST_BYTES / laneBytes)));
    }

    /** The PE in whose lane of a number this PE writes. */
    int target(int lane) {
        return (pe + distance(lane)) % pes;
    }

    /** The PE that writes in this PE's lane of a number. */
    int writer(int lane) {
        return (pe + pes - distance(lane)) % pes;
    }

    private int distance(int lane) {
        return lane * pes / count;
    }
}
