package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricInts;

/**
 * The PEs with even numbers and those with odd ones as teams, each with a sum of its own and a ring of its own by a
 * context of the team, in which PEs have the team's numbers; ported from {@code shmem_team_split_strided.c},
 * {@code shmem_team_translate_pe.c} and {@code shmem_team_context.c} of the specification.
 */
public final class Teams {
    private Teams() {}

    public static void main(String[] args) {
        try (var _ = init();
                SymmetricInts sum = callocInts(1);
                SymmetricInts mine = callocInts(1);
                SymmetricInts left = callocInts(1)) {
            final ShmemTeam even = teamSplitStrided(TEAM_WORLD, 0, 2, (nPes() + 1) / 2);
            final ShmemTeam odd = nPes() == 1 ? null : teamSplitStrided(TEAM_WORLD, 1, 2, nPes() / 2);
            final ShmemTeam team = even != null ? even : odd;
            mine.set(myPe());
            sumReduce(team, sum, mine, 1);

            final int right = (team.myPe() + 1) % team.nPes();
            try (ShmemContext context = teamCreateCtx(team, 0)) {
                context.p(left, myPe(), right);
                context.quiet();
            }
            teamSync(team);
            System.out.println(
                    "PE " + myPe() + " is " + team.myPe() + " of " + team.nPes() + (team == even ? " even" : " odd")
                            + " PEs: sum " + sum.get() + ", left " + left.get() + ", right "
                            + teamTranslatePe(team, right, TEAM_WORLD));
            teamDestroy(team);
        }
    }
}
