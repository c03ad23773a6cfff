package org.jshmem.tck.misuse;

import static org.jshmem.Shmem.*;

import java.util.List;
import org.jshmem.ShmemException;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.Profile;

/**
 * PEs that call different collectives on a team, or the same in different ways: reported on every PE, before a byte
 * moves.
 */
final class TeamMismatchCases {
    private static void check(Checks checks, ShmemTeam team, SymmetricLongs dest, Checks.Call mine, String... texts) {
        dest.fill(7);
        team.sync();
        checks.thrown(ShmemException.class, "different calls", mine, texts);
        team.sync();
        for (long i = 0; i < dest.length(); i++) {
            checks.that(dest.get(i) == 7, "element " + i + " was written");
        }
    }

    @Case(atLeast = 2, pes = 3, profile = Profile.JSHMEM)
    void differentCollectives(Checks checks) {
        final SymmetricLongs dest = mallocLongs(600);
        final SymmetricLongs source = callocLongs(600);
        final SymmetricInts ints = callocInts(1200);
        final boolean odd = myPe() == nPes() - 1;
        try (ShmemTeam reverse = teamSplitStrided(TEAM_WORLD, nPes() - 1, -1, nPes())) {
            for (ShmemTeam team : List.of(TEAM_WORLD, reverse)) {
                for (int n : new int[] {1, 200}) {
                    collectivesOnData(checks, team, dest, source, ints, n);
                }
                values(checks, team, dest, source);
                check(checks, team, dest, () -> team.splitStrided(0, 1, odd ? 1 : 2), "teamSplitStrided");
                check(checks, team, dest, () -> team.split2d(odd ? 1 : 2), "teamSplit2d");
                check(checks, team, dest, () -> team.splitPes(odd ? 0 : 1), "teamSplitPes");
                check(checks, team, dest, odd ? team::sync : () -> team.splitByColor(0, 0), "teamSplitByColor");
            }
            check(checks, reverse, dest, odd ? reverse::destroy : reverse::sync, "teamDestroy");
        }
        barrierAll();
        free(ints);
        free(source);
        free(dest);
    }

    private static void collectivesOnData(
            Checks checks, ShmemTeam team, SymmetricLongs dest, SymmetricLongs source, SymmetricInts ints, int n) {
        final boolean odd = myPe() == nPes() - 1;
        final Checks.Call sum = () -> sumReduce(team, dest, source, n);
        final Checks.Call sumOfInts = () -> sumReduce(team, ints, ints, n);
        final Checks.Call max = () -> maxReduce(team, dest, source, n);
        final Checks.Call fcollect = () -> fcollect(team, dest, source, n);
        final Checks.Call broadcast = () -> broadcast(team, dest, source, n, odd ? 1 : 0);
        check(checks, team, dest, broadcast, "from PE 1", "from PE 0");
        check(checks, team, dest, () -> sumReduce(team, dest, source, odd ? n : n + 1), n + " elements");
        check(checks, team, dest, odd ? sum : max, "sumReduce", "maxReduce", "PE " + (nPes() - 1));
        check(checks, team, dest, odd ? sumOfInts : sum, "int", "long");
        check(checks, team, dest, odd ? team::sync : fcollect, "fcollect", "teamSync");
        check(checks, team, dest, () -> alltoalls(team, dest, source, 1, odd ? 1 : 2, n / 2), "strides");
        check(checks, team, dest, () -> collect(team, odd ? dest : dest.at(1), source, n), "collect");
    }

    private static void values(Checks checks, ShmemTeam team, SymmetricLongs dest, SymmetricLongs source) {
        final boolean odd = myPe() == nPes() - 1;
        final Checks.Call sum = () -> team.sumReduce(1L);
        final Checks.Call sumOfInts = () -> team.sumReduce(1);
        final Checks.Call max = () -> team.maxReduce(1L);
        final Checks.Call inscan = () -> team.sumInscan(1L);
        final Checks.Call exscan = () -> team.sumExscan(1L);
        final Checks.Call any = () -> team.any(true);
        final Checks.Call all = () -> team.all(true);
        final Checks.Call array = () -> sumReduce(team, dest, source, 1);
        check(
                checks,
                team,
                dest,
                odd ? sum : max,
                "sumReduce for long of one value",
                "maxReduce",
                "PE " + (nPes() - 1));
        check(checks, team, dest, odd ? sum : sumOfInts, "for int of one value", "for long of one value");
        check(checks, team, dest, odd ? array : sum, "1 elements", "one value");
        check(checks, team, dest, odd ? inscan : exscan, "sumInscan of one long", "sumExscan of one long");
        check(checks, team, dest, odd ? any : all, "any()", "all()");
        check(checks, team, dest, odd ? any : team::sync, "any()", "teamSync");
        check(
                checks,
                team,
                dest,
                () -> team.broadcast(1d, odd ? 1 : 0),
                "broadcast of one double from PE 0",
                "broadcast of one double from PE 1");
    }

    /** The block of one PE is too long for all: every PE is told. */
    @Case(atLeast = 2, pes = 3, profile = Profile.JSHMEM)
    void collectOfTooMuch(Checks checks) {
        final SymmetricLongs dest = callocLongs(10);
        final SymmetricLongs source = callocLongs(100);
        final boolean odd = myPe() == nPes() - 1;
        for (int n : new int[] {9, 100}) {
            checks.thrown(
                    IndexOutOfBoundsException.class,
                    "more than fits",
                    () -> collect(TEAM_WORLD, dest, source, odd ? n : 3),
                    "80 bytes");
            barrierAll();
        }
        collect(TEAM_WORLD, dest, source, 3);
        checks.equal(0, dest.get(0), "a collect afterwards");
        barrierAll();
        free(source);
        free(dest);
    }
}
