package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import org.jshmem.ShmemTeam;
import org.jshmem.TeamGrid;

/**
 * A grid in three dimensions by two splits in two; ported from {@code shmem_team_split_2D.c} of the specification,
 * whose output for 12 PEs is that of a grid of 3 × 2 × 2.
 */
public final class TeamCube {
    private TeamCube() {}

    public static void main(String[] args) {
        try (var _ = init()) {
            final int xdim = largestDivisor(nPes(), 3);
            final int ydim = largestDivisor(nPes() / xdim, 2);
            if (myPe() == 0) {
                System.out.println("xdim = " + xdim + ", ydim = " + ydim + ", zdim = " + nPes() / xdim / ydim
                        + ", npes = " + nPes());
            }
            final TeamGrid rows = teamSplit2d(TEAM_WORLD, xdim);
            final TeamGrid planes = teamSplit2d(rows.yTeam(), ydim);
            final ShmemTeam xTeam = rows.xTeam();
            System.out.println("(" + xTeam.myPe() + ", "
                    + planes.xTeam().myPe() + ", "
                    + planes.yTeam().myPe() + ") is PE " + myPe());
            teamDestroy(planes.xTeam());
            teamDestroy(planes.yTeam());
            teamDestroy(rows.xTeam());
            teamDestroy(rows.yTeam());
        }
    }

    private static int largestDivisor(int n, int atMost) {
        int divisor = Math.min(n, atMost);
        while (n % divisor != 0) {
            divisor--;
        }
        return divisor;
    }
}
