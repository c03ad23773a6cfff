package org.jshmem.tck.data;

import org.jshmem.SymmetricLongs;

/** Waiting for a word that another PE writes. */
public final class Flag {
    private static final long LIMIT_NS = 40_000_000_000L;
    private static final int LOOKS = 256;

    private Flag() {}

    /** Spins until the word has a value or a greater one; gives up by an exception, so that a case does not hang. */
    public static long await(SymmetricLongs word, long index, long least) {
        final long deadline = System.nanoTime() + LIMIT_NS;
        for (int looks = 1; ; looks++) {
            final long seen = word.getAcquire(index);
            if (seen >= least) {
                return seen;
            }
            Thread.onSpinWait();
            if (looks % LOOKS == 0) {
                Thread.yield();
                if (System.nanoTime() > deadline) {
                    throw new IllegalStateException("waited 40 s for " + least + " and saw " + seen);
                }
            }
        }
    }
}
