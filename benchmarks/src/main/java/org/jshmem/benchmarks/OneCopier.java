package org.jshmem.benchmarks;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;

/** What collectives would be if PE 0 did all the work while the others wait: to show what sharing it gains. */
public final class OneCopier {
    /** What the names of its operations end with. */
    public static final String SUFFIX = " by one PE";

    /** Elements; of a size that stays in the first cache. */
    private static final int CHUNK = 1024;

    private final SymmetricLongs dest;
    private final SymmetricLongs source;
    private final long[] sum = new long[CHUNK];
    private final long[] operand = new long[CHUNK];

    OneCopier(SymmetricLongs dest, SymmetricLongs source) {
        this.dest = dest;
        this.source = source;
    }

    void broadcast(int nelems) {
        barrierAll();
        if (myPe() == 0) {
            for (int pe = 0; pe < nPes(); pe++) {
                put(dest, source, nelems, pe);
            }
        }
        barrierAll();
    }

    void sum(int nelems) {
        barrierAll();
        if (myPe() == 0) {
            for (int start = 0; start < nelems; start += CHUNK) {
                sumChunk(start, Math.min(CHUNK, nelems - start));
            }
        }
        barrierAll();
    }

    private void sumChunk(int start, int n) {
        get(sum, 0, source, start, n, 0);
        for (int pe = 1; pe < nPes(); pe++) {
            get(operand, 0, source, start, n, pe);
            add(n);
        }
        for (int pe = 0; pe < nPes(); pe++) {
            put(dest, start, sum, 0, n, pe);
        }
    }

    private void add(int n) {
        for (int i = 0; i < n; i++) {
            sum[i] += operand[i];
        }
    }
}
