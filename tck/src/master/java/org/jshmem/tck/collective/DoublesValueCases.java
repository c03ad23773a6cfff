// types: int long float double
package org.jshmem.tck.collective;

import static org.jshmem.Shmem.*;
import static org.jshmem.tck.collective.DoublesValueRoutines.FACADE;
import static org.jshmem.tck.collective.DoublesValueRoutines.ON_TEAMS;

import org.jshmem.Shmem;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricDoubles;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;
import org.jshmem.tck.data.Values;
import org.jshmem.tck.team.TeamSet;

/** The cases of the collectives on one value of {@code double}. */
final class DoublesValueCases {
    private static final int ROUNDS = 8;

    @Case(pes = 3, profile = Profile.JSHMEM)
    void sumReduceValue(Checks checks) {
        DoublesValueFolds.reductions(checks, "sumReduce", FACADE::sumReduce, ON_TEAMS::sumReduce, (a, b) -> a + b);
    }

    @Case(pes = 3, profile = Profile.JSHMEM)
    void prodReduceValue(Checks checks) {
        DoublesValueFolds.reductions(checks, "prodReduce", FACADE::prodReduce, ON_TEAMS::prodReduce, (a, b) -> a * b);
    }

    @Case(pes = 3, profile = Profile.JSHMEM)
    void maxReduceValue(Checks checks) {
        DoublesValueFolds.reductions(checks, "maxReduce", FACADE::maxReduce, ON_TEAMS::maxReduce, Math::max);
    }

    @Case(pes = 3, profile = Profile.JSHMEM)
    void minReduceValue(Checks checks) {
        DoublesValueFolds.reductions(checks, "minReduce", FACADE::minReduce, ON_TEAMS::minReduce, Math::min);
    }

    @Case(pes = 3, profile = Profile.JSHMEM)
    void sumInscanValue(Checks checks) {
        DoublesValueFolds.scans(checks, "sumInscan", 1, FACADE::sumInscan, ON_TEAMS::sumInscan, (a, b) -> a + b);
    }

    @Case(pes = 3, profile = Profile.JSHMEM)
    void sumExscanValue(Checks checks) {
        DoublesValueFolds.scans(checks, "sumExscan", 0, FACADE::sumExscan, ON_TEAMS::sumExscan, (a, b) -> a + b);
    }

    /** The root's bits arrive as they are; what the others bring does not count. */
    @Case(pes = 3, profile = Profile.JSHMEM)
    void broadcastValue(Checks checks) {
        try (TeamSet teams = new TeamSet()) {
            for (ShmemTeam team : teams.mine()) {
                for (int round = 0; round < ROUNDS; round++) {
                    for (int root = 0; root < team.nPes(); root++) {
                        final double mine = DoublesValueFolds.value(myPe(), round);
                        final double expected = DoublesValueFolds.value(TeamSet.world(team, root), round);
                        final double actual = (round % 2 == 0 ? FACADE : ON_TEAMS).broadcast(team, mine, root);
                        checks.equal(
                                Values.raw(expected),
                                Values.raw(actual),
                                "broadcast from " + root + " on a team of " + team.nPes());
                    }
                }
                for (int root : new int[] {-1, team.nPes()}) {
                    checks.thrown(
                            IllegalArgumentException.class,
                            "a root outside the team",
                            () -> team.broadcast(DoublesValueFolds.value(0, 0), root),
                            "root=" + root);
                }
            }
        }
    }

    /** Values and arrays in turn, each of which uses the words that the one before has used. */
    @Case(pes = 3, profile = Profile.JSHMEM)
    void valuesBetweenArrays(Checks checks) {
        final SymmetricDoubles source = mallocDoubles(3);
        final SymmetricDoubles dest = mallocDoubles(3);
        for (int round = 0; round < ROUNDS; round++) {
            source.fill(DoublesValueFolds.value(myPe(), round));
            Shmem.sumReduce(TEAM_WORLD, dest, source, 3);
            final double sum = Shmem.sumReduce(TEAM_WORLD, source.get(2));
            checks.equal(Values.known(dest.get(1)), Values.raw(sum), "the sum of round " + round);
            Shmem.sumExscan(TEAM_WORLD, dest, source, 3);
            final double before = Shmem.sumExscan(TEAM_WORLD, source.get(2));
            checks.equal(Values.known(dest.get(2)), Values.raw(before), "the scan of round " + round);
            Shmem.broadcast(TEAM_WORLD, dest, source, 3, nPes() - 1);
            final double last = Shmem.broadcast(TEAM_WORLD, source.get(0), nPes() - 1);
            checks.equal(Values.raw(dest.get(0)), Values.raw(last), "the last PE's value of round " + round);
            Shmem.syncAll();
        }
        barrierAll();
        free(dest);
        free(source);
    }
}
