package org.jshmem.tck.collective;

import static org.jshmem.Shmem.*;

import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.Route;
import org.jshmem.tck.team.TeamSet;

/** Votes of a team, and what holds for all collectives on single values. */
final class VoteCases {
    private static final List<VoteRoutines> ROUTES =
            List.of(Route.facade().as(VoteRoutines.class), Route.onTeams().as(VoteRoutines.class));

    private static final int ROUNDS = 200;

    @Case(pes = 3, profile = Profile.JSHMEM)
    void any(Checks checks) {
        votes(checks, VoteRoutines::any, true);
    }

    @Case(pes = 3, profile = Profile.JSHMEM)
    void all(Checks checks) {
        votes(checks, VoteRoutines::all, false);
    }

    private interface Question {
        boolean ask(VoteRoutines routines, ShmemTeam team, boolean value);
    }

    /** One PE after the other answers what decides, then none; the rest answers otherwise. */
    private static void votes(Checks checks, Question question, boolean decisive) {
        try (TeamSet teams = new TeamSet()) {
            for (ShmemTeam team : teams.mine()) {
                for (VoteRoutines routines : ROUTES) {
                    for (int decider = 0; decider <= team.nPes(); decider++) {
                        final boolean mine = (team.myPe() == decider) == decisive;
                        final boolean expected = (decider < team.nPes()) == decisive;
                        checks.that(
                                question.ask(routines, team, mine) == expected,
                                "PE " + decider + " alone brings " + decisive + " to a team of " + team.nPes());
                    }
                }
            }
        }
    }

    /** The type of the argument chooses the form; what is smaller than an int is taken as an int. */
    @Case(profile = Profile.JSHMEM)
    void theArgumentChoosesTheType(Checks checks) {
        final int pes = nPes();
        final Object ofInt = sumReduce(TEAM_WORLD, Integer.MAX_VALUE);
        checks.equal(Integer.MAX_VALUE * pes, ofInt, "int");
        final Object ofLong = sumReduce(TEAM_WORLD, (long) Integer.MAX_VALUE);
        checks.equal((long) Integer.MAX_VALUE * pes, ofLong, "long");
        final Object ofFloat = sumReduce(TEAM_WORLD, 1f);
        checks.equal((Object) (float) pes, ofFloat, "float");
        final Object ofDouble = sumReduce(TEAM_WORLD, 1d);
        checks.equal((Object) (double) pes, ofDouble, "double");
        final Object ofByte = sumReduce(TEAM_WORLD, (byte) 100);
        checks.equal(100 * pes, ofByte, "byte");
        final Object ofChar = maxReduce(TEAM_WORLD, 'c');
        checks.equal(99, ofChar, "char");
    }

    /** Stores before a call are visible after it, as after a sync. */
    @Case(pes = 3, profile = Profile.JSHMEM)
    void valuesSynchronize(Checks checks) {
        final SymmetricLongs word = callocLongs(1);
        long stale = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            word.set(round);
            if (round % 3 == 0) {
                Shmem.any(TEAM_WORLD, false);
            } else if (round % 3 == 1) {
                sumReduce(TEAM_WORLD, round);
            } else {
                broadcast(TEAM_WORLD, round, 0);
            }
            for (int pe = 0; pe < nPes(); pe++) {
                stale += g(word, pe) == round ? 0 : 1;
            }
            syncAll();
        }
        checks.equal(0, stale, "words older than the call that was to show them");
        free(word);
    }
}
