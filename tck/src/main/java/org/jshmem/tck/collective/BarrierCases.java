package org.jshmem.tck.collective;

import static org.jshmem.Shmem.*;

import org.jshmem.Shmem;
import org.jshmem.SymmetricInts;
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

    @Case(pes = 4)
    void barrierAll(Checks checks) throws InterruptedException {
        final SymmetricInts rounds = callocInts(nPes());
        Shmem.barrierAll();
        long early = 0;
        for (int round = 1; round <= 500; round++) {
            for (int pe = 0; pe < nPes(); pe++) {
                Shmem.putNbi(rounds, myPe(), new int[] {round}, 0, 1, pe);
            }
            Shmem.barrierAll();
            for (int pe = 0; pe < nPes(); pe++) {
                early += rounds.get(pe) == round ? 0 : 1;
            }
            Shmem.barrierAll();
        }
        checks.equal(0, early, "puts not complete after barrierAll");
        waitsForTheLast(checks, Shmem::barrierAll);
        Shmem.free(rounds);
    }

    @Case(pes = 4)
    void syncAll(Checks checks) throws InterruptedException {
        final SymmetricInts own = callocInts(1);
        final SymmetricInts rounds = callocInts(nPes());
        Shmem.barrierAll();
        long late = 0;
        for (int round = 1; round <= 500; round++) {
            own.set(0, round);
            for (int pe = 0; pe < nPes(); pe++) {
                Shmem.p(rounds, myPe(), round, pe);
            }
            Shmem.quiet();
            Shmem.syncAll();
            for (int pe = 0; pe < nPes(); pe++) {
                late += Shmem.g(own, pe) == round && rounds.get(pe) == round ? 0 : 1;
            }
            Shmem.syncAll();
        }
        checks.equal(0, late, "local stores and quieted puts not visible after syncAll");
        waitsForTheLast(checks, Shmem::syncAll);
        Shmem.free(rounds);
        Shmem.free(own);
    }

    /**
     * One PE after the other comes late, and tells the others right before it arrives; whoever leaves has heard of it.
     */
    private static void waitsForTheLast(Checks checks, Runnable barrier) throws InterruptedException {
        final SymmetricInts arrived = callocInts(nPes());
        for (int last = 0; last < nPes(); last++) {
            if (myPe() == last) {
                Thread.sleep(40);
                for (int pe = 0; pe < nPes(); pe++) {
                    Shmem.p(arrived, last, 1, pe);
                }
                Shmem.quiet();
            }
            barrier.run();
            checks.equal(1, arrived.get(last), "PE " + last + " arrived before this one left");
            barrier.run();
        }
        Shmem.free(arrived);
    }

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
                Shmem.barrierAll();
            } else {
                Shmem.syncAll();
            }
            final long theirs = g(word, (myPe() + 1 + round % (nPes() - 1)) % nPes());
            wrong += theirs == round || theirs == round + 1 ? 0 : 1;
        }
        final long ns = (System.nanoTime() - start) / rounds;
        checks.equal(0, wrong, "PEs that were seen in a wrong round");
        if (myPe() == 0) {
            checks.note(rounds + " barriers of " + ns + " ns");
        }
        Shmem.barrierAll();
        free(word);
    }
}
