// types: int long float double
package org.jshmem.tck.collective;

import static org.jshmem.Shmem.*;

import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Checks;
import org.jshmem.tck.data.Values;
import org.jshmem.tck.team.TeamSet;

/**
 * Reductions and scans of one {@code double}, on teams of every kind and many times in a row, against a model that goes
 * through the team in its order. The values are any bits, infinities and what is no number included; but where nodes
 * have several PEs, and combine what these bring first, they are small whole numbers, of which the order changes
 * nothing.
 */
final class DoublesValueFolds {
    private static final int ROUNDS = 24;
    private static final double[] SMALL = {-7, -3, -2, -1, 0, 1, 2, 5};

    private DoublesValueFolds() {}

    /** A call. */
    interface Call {
        double run(ShmemTeam team, double value);
    }

    /** What it does with two values. */
    interface Model {
        double of(double a, double b);
    }

    static void reductions(Checks checks, String name, Call facade, Call onTeams, Model model) {
        try (TeamSet teams = new TeamSet()) {
            for (ShmemTeam team : teams.mine()) {
                for (int round = 0; round < ROUNDS; round++) {
                    final double mine = operand(checks, myPe(), round);
                    final double actual = (round % 2 == 0 ? facade : onTeams).run(team, mine);
                    same(checks, folded(checks, team, round, team.nPes(), model), actual, name, team, round);
                }
            }
        }
        final double mine = facade.run(TEAM_WORLD, value(myPe(), ROUNDS));
        everywhereTheSame(checks, Values.raw(mine), name);
    }

    static void scans(Checks checks, String name, int own, Call facade, Call onTeams, Model model) {
        try (TeamSet teams = new TeamSet()) {
            for (ShmemTeam team : teams.mine()) {
                for (int round = 0; round < ROUNDS; round++) {
                    final double mine = operand(checks, myPe(), round);
                    final double actual = (round % 2 == 0 ? facade : onTeams).run(team, mine);
                    same(checks, folded(checks, team, round, team.myPe() + own, model), actual, name, team, round);
                }
            }
        }
    }

    private static double folded(Checks checks, ShmemTeam team, int round, int count, Model model) {
        double result = 0;
        for (int pe = 0; pe < count; pe++) {
            final double value = operand(checks, TeamSet.world(team, pe), round);
            result = pe == 0 ? value : model.of(result, value);
        }
        return result;
    }

    private static void same(Checks checks, double expected, double actual, String name, ShmemTeam team, int round) {
        checks.that(
                Values.known(expected) == Values.raw(actual),
                name + " of round " + round + " on a team of " + team.nPes() + ", its PE " + team.myPe() + ": " + actual
                        + ", not " + expected);
    }

    private static double operand(Checks checks, int worldPe, int round) {
        return checks.areNodesShared()
                ? SMALL[(int) (Values.bits(worldPe + 3L, round) & SMALL.length - 1)]
                : value(worldPe, round);
    }

    /** A value of a PE. */
    static double value(int worldPe, int round) {
        return Values.toDouble(Values.bits(worldPe + 3L, round));
    }

    private static void everywhereTheSame(Checks checks, long bits, String name) {
        final SymmetricLongs all = mallocLongs(nPes());
        for (int pe = 0; pe < nPes(); pe++) {
            p(all, myPe(), bits, pe);
        }
        barrierAll();
        for (int pe = 0; pe < nPes(); pe++) {
            checks.equal(bits, all.get(pe), name + ": the bits on PE " + pe);
        }
        free(all);
    }
}
