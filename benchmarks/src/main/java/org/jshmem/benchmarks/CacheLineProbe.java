package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.SymmetricLongs;

/**
 * The round trip of a cache line between PE 0 and PE 1: the limit of everything the peer has to react to, and the
 * machine's state, which flips from outside within seconds.
 *
 * <p>PE 0 stores a number into the peer's line, PE 1 answers into PE 0's: release stores, acquire loads, no pause.
 */
final class CacheLineProbe {
    private static final int LINE_BYTES = 128;
    private static final int BATCHES = 11;
    private static final int ROUND_TRIPS = 200;

    private final int me = myPe();
    private final SymmetricLongs mine;
    private final SymmetricLongs theirs;
    private final double[] means = new double[BATCHES];
    private long turn;

    /** Collective. */
    CacheLineProbe() {
        mine = alignLongs(LINE_BYTES, LINE_BYTES / Long.BYTES);
        mine.fill(0);
        theirs = nPes() == 2 ? ptr(mine, 1 - me) : null;
        barrierAll();
    }

    /**
     * Collective; a barrier for any number of PEs.
     *
     * @return nanoseconds, the median of some batches; 0 unless there are two PEs that see each other's memory
     */
    double roundTripNs() {
        barrierAll();
        if (theirs == null) {
            return 0;
        }
        for (int i = 0; i < BATCHES; i++) {
            final long start = System.nanoTime();
            batch();
            means[i] = (double) (System.nanoTime() - start) / ROUND_TRIPS;
        }
        Arrays.sort(means);
        return means[BATCHES / 2];
    }

    /** Collective. */
    void release() {
        free(mine);
    }

    private void batch() {
        final boolean first = me == 0;
        final long end = turn + ROUND_TRIPS;
        for (long now = turn + 1; now <= end; now++) {
            if (first) {
                theirs.setRelease(0, now);
            }
            while (mine.getAcquire(0) != now) {
                // no pause: the shortest way
            }
            if (!first) {
                theirs.setRelease(0, now);
            }
        }
        turn = end;
    }
}
