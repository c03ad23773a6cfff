// types: byte short int long
package org.jshmem.tck.collective;

import static org.jshmem.Shmem.*;
import static org.jshmem.tck.collective.DoublesCollectiveRoutines.FACADE;
import static org.jshmem.tck.collective.DoublesCollectiveRoutines.ON_TEAMS;

import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricDoubles;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.data.SwitchPoints;
import org.jshmem.tck.data.Values;
import org.jshmem.tck.team.TeamSet;

/** The cases of the reductions that integers only have, on {@code double}, and sums and products that overflow. */
final class DoublesIntegerReductionCases {
    private static final int[] LENGTHS = {0, 1, 2, 8, 61, 300, 20_011};
    private static final int MOST = 20_011;

    @Case(pes = 3)
    void andReduce(Checks checks) {
        integers(checks, FACADE::andReduce, ON_TEAMS::andReduce, (a, b) -> a & b);
    }

    @Case(pes = 3)
    void orReduce(Checks checks) {
        integers(checks, FACADE::orReduce, ON_TEAMS::orReduce, (a, b) -> a | b);
    }

    @Case(pes = 3)
    void xorReduce(Checks checks) {
        integers(checks, FACADE::xorReduce, ON_TEAMS::xorReduce, (a, b) -> a ^ b);
    }

    @Case(pes = 3)
    void maxReduceUnsigned(Checks checks) {
        integers(
                checks,
                FACADE::maxReduceUnsigned,
                ON_TEAMS::maxReduceUnsigned,
                (a, b) -> Long.compareUnsigned(a, b) > 0 ? a : b);
    }

    @Case(pes = 3)
    void minReduceUnsigned(Checks checks) {
        integers(
                checks,
                FACADE::minReduceUnsigned,
                ON_TEAMS::minReduceUnsigned,
                (a, b) -> Long.compareUnsigned(a, b) < 0 ? a : b);
    }

    /** They wrap around, as Java's do. */
    @Case(pes = 3)
    void s34_sumsAndProductsWrapAround(Checks checks) {
        integers(checks, FACADE::sumReduce, ON_TEAMS::sumReduce, (a, b) -> a + b);
        integers(checks, FACADE::prodReduce, ON_TEAMS::prodReduce, (a, b) -> a * b);
    }

    /** Of any bits, taken as sign-extended longs, which keeps every order. */
    private static void integers(Checks checks, DoublesCall facade, DoublesCall onTeam, Combine combine) {
        final SymmetricDoubles dest = mallocDoubles(MOST + 1);
        final SymmetricDoubles source = mallocDoubles(MOST + 1);
        try (TeamSet teams = new TeamSet()) {
            for (ShmemTeam team : teams.mine()) {
                for (int nelems : LENGTHS) {
                    integersOne(checks, team, nelems, facade, dest, source, combine);
                    integersOne(checks, team, nelems, onTeam, dest, dest, combine);
                }
            }
            for (int nelems : SwitchPoints.lengths(Double.BYTES, MOST / 2)) {
                integersOne(checks, TEAM_WORLD, nelems, onTeam, dest, source, combine);
            }
        }
        barrierAll();
        free(source);
        free(dest);
    }

    private static void integersOne(
            Checks checks,
            ShmemTeam team,
            int nelems,
            DoublesCall call,
            SymmetricDoubles dest,
            SymmetricDoubles source,
            Combine combine) {
        dest.set(nelems, Values.toDouble(71));
        for (int i = 0; i < nelems; i++) {
            source.set(i, Values.toDouble(Values.bits(myPe(), i)));
        }
        team.sync();
        call.run(team, nelems == 0 ? null : dest, nelems == 0 ? null : source, nelems);
        for (int i = 0; i < nelems; i++) {
            long expected = 0;
            for (int pe = 0; pe < team.nPes(); pe++) {
                final long bits = Values.raw(Values.toDouble(Values.bits(TeamSet.world(team, pe), i)));
                expected = pe == 0 ? bits : combine.of(expected, bits);
            }
            final long actual = Values.raw(dest.get(i));
            if (actual != Values.raw(Values.toDouble(expected))) {
                checks.fail("element " + i + " of " + nelems + " on a team of " + team.nPes() + ": " + actual + ", not "
                        + expected);
            }
        }
        checks.equal(71, Values.raw(dest.get(nelems)), "beyond the end");
    }

    private interface DoublesCall {
        void run(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);
    }

    private interface Combine {
        long of(long a, long b);
    }
}
