// types: float double
package org.jshmem.tck.collective;

import static org.jshmem.Shmem.*;
import static org.jshmem.tck.collective.DoublesCollectiveRoutines.FACADE;
import static org.jshmem.tck.collective.DoublesCollectiveRoutines.ON_TEAMS;

import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricDoubles;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.data.Numbers;
import org.jshmem.tck.team.TeamSet;

/** The cases of the reductions and scans of complex numbers, pairs of {@code double}. */
final class DoublesComplexReductionCases {
    private static final int[] LENGTHS = {0, 1, 2, 8, 61, 300, 20_011};
    private static final int MOST = 20_011;

    @Case(pes = 3)
    void sumReduceComplex(Checks checks) {
        complex(checks, FACADE::sumReduceComplex, ON_TEAMS::sumReduceComplex, false, false, -1);
    }

    @Case(pes = 3)
    void prodReduceComplex(Checks checks) {
        complex(checks, FACADE::prodReduceComplex, ON_TEAMS::prodReduceComplex, true, false, -1);
    }

    @Case(pes = 3)
    void sumInscanComplex(Checks checks) {
        complex(checks, FACADE::sumInscanComplex, ON_TEAMS::sumInscanComplex, false, true, 1);
    }

    @Case(pes = 3)
    void sumExscanComplex(Checks checks) {
        complex(checks, FACADE::sumExscanComplex, ON_TEAMS::sumExscanComplex, false, true, 0);
    }

    private static void complex(
            Checks checks, DoublesComplex facade, DoublesComplex onTeam, boolean product, boolean scan, int own) {
        final SymmetricDoubles dest = mallocDoubles(2 * MOST + 1);
        final SymmetricDoubles source = mallocDoubles(2 * MOST + 1);
        try (TeamSet teams = new TeamSet()) {
            for (ShmemTeam team : teams.mine()) {
                final int to = scan ? team.myPe() + own : team.nPes();
                for (int nelems : LENGTHS) {
                    complexOne(checks, team, nelems, facade, dest, source, product, to);
                    complexOne(checks, team, nelems, onTeam, dest, dest, product, to);
                }
            }
        }
        barrierAll();
        free(source);
        free(dest);
    }

    private static void complexOne(
            Checks checks,
            ShmemTeam team,
            int nelems,
            DoublesComplex call,
            SymmetricDoubles dest,
            SymmetricDoubles source,
            boolean product,
            int to) {
        dest.set(2L * nelems, 71);
        for (int i = 0; i < 2 * nelems; i++) {
            source.set(i, Numbers.small(myPe(), i));
        }
        team.sync();
        call.run(team, nelems == 0 ? null : dest, nelems == 0 ? null : source, nelems);
        for (int i = 0; i < nelems; i++) {
            double real = product ? 1 : 0;
            double imaginary = 0;
            for (int pe = 0; pe < to; pe++) {
                final double a = Numbers.small(TeamSet.world(team, pe), 2L * i);
                final double b = Numbers.small(TeamSet.world(team, pe), 2L * i + 1);
                final double before = real;
                real = product ? real * a - imaginary * b : real + a;
                imaginary = product ? before * b + imaginary * a : imaginary + b;
            }
            if (real != dest.get(2L * i) || imaginary != dest.get(2L * i + 1)) {
                checks.fail("number " + i + " of " + nelems + " on a team of " + team.nPes() + ": " + dest.get(2L * i)
                        + " and " + dest.get(2L * i + 1) + ", not " + real + " and " + imaginary);
            }
        }
        checks.that(dest.get(2L * nelems) == 71, "beyond the end");
    }

    private interface DoublesComplex {
        void run(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);
    }
}
