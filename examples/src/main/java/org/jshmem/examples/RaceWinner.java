package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricInts;

/**
 * All PEs race for one word, and one wins; ported from {@code shmem_atomic_compare_swap_example.c} of the
 * specification.
 */
public final class RaceWinner {
    private static final int NOBODY = -1;

    private RaceWinner() {}

    public static void main(String[] args) {
        try (var _ = init();
                SymmetricInts winner = mallocInts(1);
                SymmetricInts before = mallocInts(1)) {
            winner.set(NOBODY);
            barrierAll();
            before.set(atomicCompareSwap(winner, NOBODY, myPe(), 0));
            if (before.get() == NOBODY) {
                System.out.println("PE " + myPe() + " was first");
            }
            barrierAll();
            if (myPe() == 0) {
                check(winner.get(), before);
            }
        }
    }

    /** The winner found nobody, and all others found the winner. */
    private static void check(int winner, SymmetricInts before) {
        for (int pe = 0; pe < nPes(); pe++) {
            final int found = g(before, pe);
            if (found != (pe == winner ? NOBODY : winner)) {
                throw new IllegalStateException("PE " + pe + " found " + found + ", but PE " + winner + " won");
            }
        }
    }
}
