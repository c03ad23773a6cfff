package org.jshmem.tck.litmus;

import static org.jshmem.Shmem.*;

import java.util.SplittableRandom;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;

/** What barriers, syncs and collectives show to those who return from them. */
final class Collectives {
    private static final int ROUNDS = 2_000;
    private static final int LARGE = 20_000;

    /** Something all PEs do, with the number of the round. */
    private interface Step {
        void go(int round);
    }

    /** How many of a PE's words are older than a round. */
    private interface Look {
        long stale(int round);
    }

    /** Each round after a pause at random: who looks too early finds something old, as the control has to. */
    private static void play(Checks checks, Step before, Step call, Look look) {
        final SplittableRandom random = new SplittableRandom(Rounds.commonSeed() + myPe());
        long stale = 0;
        long early = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            for (int k = random.nextInt(100); k > 0; k--) {
                Thread.onSpinWait();
            }
            before.go(round);
            early += look.stale(round) == 0 ? 0 : 1;
            call.go(round);
            stale += look.stale(round);
            barrierAll();
        }
        checks.equal(0, stale, "words older than the call that was to show them");
        final SymmetricLongs mine = callocLongs(1);
        mine.set(early);
        barrierAll();
        long sum = 0;
        for (int pe = 0; pe < nPes(); pe++) {
            sum += g(mine, pe);
        }
        checks.that(sum > 0, "the control, which looks before the call, saw nothing old");
        if (myPe() == 0) {
            checks.note("control " + sum + " of " + (long) ROUNDS * nPes());
        }
        free(mine);
    }

    /** Puts of all PEs to all, without a quiet. */
    @Case(
            pes = {2, 8},
            atLeast = 2)
    void barrierAllShowsPuts(Checks checks) {
        final SymmetricLongs words = callocLongs((long) nPes() * Cell.LINE);
        barrierAll();
        play(
                checks,
                round -> {
                    for (int pe = 0; pe < nPes(); pe++) {
                        p(words, (long) myPe() * Cell.LINE, round, pe);
                    }
                },
                round -> barrierAll(),
                round -> {
                    long stale = 0;
                    for (int pe = 0; pe < nPes(); pe++) {
                        stale += words.get((long) pe * Cell.LINE) == round ? 0 : 1;
                        final int third = (pe + myPe()) % nPes();
                        stale += g(words, (long) pe * Cell.LINE, third) == round ? 0 : 1;
                    }
                    return stale;
                });
        free(words);
    }

    /** Stores to one's own memory, which a sync shows without more. */
    @Case(
            pes = {2, 8},
            atLeast = 2,
            each = {"syncAll", "team"})
    void syncShowsStores(Checks checks) {
        final boolean team = checks.each().equals("team");
        final SymmetricLongs word = callocLongs(1);
        barrierAll();
        play(
                checks,
                round -> word.set(round),
                round -> {
                    if (team) {
                        TEAM_WORLD.sync();
                    } else {
                        syncAll();
                    }
                },
                round -> {
                    long stale = 0;
                    for (int pe = 0; pe < nPes(); pe++) {
                        stale += g(word, pe) == round ? 0 : 1;
                    }
                    return stale;
                });
        free(word);
    }

    /** A collective that returned has filled its destination, and the source may change at once. */
    @Case(
            pes = {2, 8},
            atLeast = 2,
            each = {"broadcast", "collect", "fcollect", "alltoall", "alltoalls", "sumReduce", "sumInscan"})
    void destinationIsComplete(Checks checks) {
        for (int nelems : new int[] {1, LARGE}) {
            final SymmetricLongs source = callocLongs((long) nelems * nPes());
            final SymmetricLongs dest = callocLongs((long) nelems * nPes());
            final int rounds = nelems == 1 ? ROUNDS : ROUNDS / 40;
            barrierAll();
            long stale = 0;
            for (int round = 1; round <= rounds; round++) {
                source.fill(round);
                call(checks.each(), dest, source, nelems, round % nPes());
                source.fill(-1);
                final long whole = round
                        * switch (checks.each()) {
                            case "sumReduce" -> nPes();
                            case "sumInscan" -> myPe() + 1L;
                            default -> 1L;
                        };
                final long blocks =
                        checks.each().contains("collect") || checks.each().startsWith("alltoall") ? nPes() : 1;
                for (long i = 0; i < blocks * nelems; i++) {
                    stale += dest.get(i) == whole ? 0 : 1;
                }
                barrierAll();
            }
            checks.equal(0, stale, "elements that are not the round's, of " + nelems);
            barrierAll();
            free(dest);
            free(source);
        }
    }

    private static void call(String name, SymmetricLongs dest, SymmetricLongs source, int nelems, int root) {
        switch (name) {
            case "broadcast" -> broadcast(TEAM_WORLD, dest, source, nelems, root);
            case "collect" -> collect(TEAM_WORLD, dest, source, nelems);
            case "fcollect" -> fcollect(TEAM_WORLD, dest, source, nelems);
            case "alltoall" -> alltoall(TEAM_WORLD, dest, source, nelems);
            case "alltoalls" -> alltoalls(TEAM_WORLD, dest, source, 1, 1, nelems);
            case "sumReduce" -> sumReduce(TEAM_WORLD, dest, source, nelems);
            case "sumInscan" -> sumInscan(TEAM_WORLD, dest, source, nelems);
            default -> throw new IllegalArgumentException("each=" + name);
        }
    }
}
