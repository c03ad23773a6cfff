package org.jshmem.tck.cases;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** Very many barriers; a million in the long form ({@code JSHMEM_TCK_LONG=1}). */
final class BarrierCases {
    private static final int ROUNDS = 10_000;
    private static final int MANY_PES = 4;
    private static final int ROUNDS_OF_MANY_PES = 3_000;
    private static final int LONG_ROUNDS = 1_000_000;
    private static final int LINE = 16;

    /** Each PE stores the number of the round; nobody may see another a round behind, nor two ahead. */
    @Case(
            pes = {2, 3, 5, 8},
            atLeast = 2,
            seconds = 900)
    void nobodyPassesBeforeAllHaveCome(Checks checks) {
        final int usual = nPes() > MANY_PES ? ROUNDS_OF_MANY_PES : ROUNDS;
        final int rounds = System.getenv("JSHMEM_TCK_LONG") == null ? usual : LONG_ROUNDS;
        final SymmetricLongs word = callocLongs(LINE);
        final long start = System.nanoTime();
        long wrong = 0;
        for (int round = 1; round <= rounds; round++) {
            word.set(round);
            if ((round & 1) == 0) {
                barrierAll();
            } else {
                syncAll();
            }
            final long theirs = g(word, (myPe() + 1 + round % (nPes() - 1)) % nPes());
            wrong += theirs == round || theirs == round + 1 ? 0 : 1;
        }
        final long ns = (System.nanoTime() - start) / rounds;
        checks.equal(0, wrong, "PEs that were seen in a wrong round");
        if (myPe() == 0) {
            checks.note(rounds + " barriers of " + ns + " ns");
        }
        barrierAll();
        free(word);
    }
}
