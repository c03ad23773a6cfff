package org.jshmem.tck.collective;

import static org.jshmem.Shmem.*;
import static org.jshmem.tck.collective.SizedCollectiveRoutines.FACADE;
import static org.jshmem.tck.collective.SizedCollectiveRoutines.ON_TEAMS;

import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricArray;
import org.jshmem.SymmetricBytes;
import org.jshmem.tck.Case;
import org.jshmem.tck.Checks;
import org.jshmem.tck.data.Values;
import org.jshmem.tck.team.TeamSet;

/** The cases of the collectives on bytes. */
final class SizedCollectiveCases {
    private static final int[] LENGTHS = {0, 1, 2, 8, 61, 300, 20_011};
    private static final int MOST = 20_011;

    /** An array of bytes that starts at no particular place, and the same seen as another type. */
    private static void eachMem(Checks checks, int destBlocks, int sourceBlocks, MemBody body) {
        final SymmetricBytes dest = mallocBytes((long) MOST * destBlocks + 4);
        final SymmetricBytes source = mallocBytes((long) MOST * sourceBlocks + 4);
        try (TeamSet teams = new TeamSet()) {
            for (ShmemTeam team : teams.mine()) {
                for (int nelems : LENGTHS) {
                    for (int way = 0; way < 2; way++) {
                        source.fill((byte) 0);
                        for (long i = 0; i < source.length() - 1; i++) {
                            source.set(i + 1, of(myPe(), i));
                        }
                        dest.fill((byte) 71);
                        team.sync();
                        body.run(team, way == 0, dest.at(3), source.at(1), nelems);
                        checks.equal(71, dest.get(2), "before the start");
                        team.sync();
                    }
                }
            }
        }
        barrierAll();
        free(source);
        free(dest);
    }

    private interface MemBody {
        void run(ShmemTeam team, boolean facade, SymmetricBytes dest, SymmetricBytes source, int nelems);
    }

    private static byte of(int world, long index) {
        return (byte) Values.bits(world, index);
    }

    private static SymmetricArray none(SymmetricArray array, long nelems) {
        return nelems == 0 ? null : array;
    }

    private static void expect(Checks checks, ShmemTeam team, int from, long index, byte actual) {
        final byte expected = of(TeamSet.world(team, from), index);
        if (expected != actual) {
            checks.fail(
                    "byte " + index + " of PE " + from + " of " + team.nPes() + ": " + actual + ", not " + expected);
        }
    }

    @Case(pes = 3)
    void broadcastmem(Checks checks) {
        eachMem(checks, 1, 1, (team, facade, dest, source, nelems) -> {
            final int root = team.nPes() - 1;
            if (facade) {
                FACADE.broadcastmem(team, none(dest, nelems), none(source, nelems), nelems, root);
            } else {
                ON_TEAMS.broadcastmem(team, dest, source, nelems, root);
            }
            for (int i = 0; i < nelems; i++) {
                expect(checks, team, root, i, dest.get(i));
            }
            checks.equal(71, dest.get(nelems), "beyond the end");
        });
    }

    @Case(pes = 3)
    void collectmem(Checks checks) {
        eachMem(checks, nPes(), 1, (team, facade, dest, source, nelems) -> {
            final long mine = nelems / (team.myPe() + 1);
            if (facade) {
                FACADE.collectmem(team, dest, none(source, mine), mine);
            } else {
                ON_TEAMS.collectmem(team, dest, source, mine);
            }
            long at = 0;
            for (int pe = 0; pe < team.nPes(); pe++) {
                for (int i = 0; i < nelems / (pe + 1); i++) {
                    expect(checks, team, pe, i, dest.get(at++));
                }
            }
            checks.equal(71, dest.get(at), "beyond the end");
        });
    }

    @Case(pes = 3)
    void fcollectmem(Checks checks) {
        eachMem(checks, nPes(), 1, (team, facade, dest, source, nelems) -> {
            if (facade) {
                FACADE.fcollectmem(team, none(dest, nelems), none(source, nelems), nelems);
            } else {
                ON_TEAMS.fcollectmem(team, dest, source, nelems);
            }
            final long all = (long) nelems * team.nPes();
            for (long i = 0; i < all; i++) {
                expect(checks, team, (int) (i / nelems), i % nelems, dest.get(i));
            }
            checks.equal(71, dest.get(all), "beyond the end");
        });
    }

    @Case(pes = 3)
    void alltoallmem(Checks checks) {
        eachMem(checks, nPes(), nPes(), (team, facade, dest, source, nelems) -> {
            if (facade) {
                FACADE.alltoallmem(team, none(dest, nelems), none(source, nelems), nelems);
            } else {
                ON_TEAMS.alltoallmem(team, dest, source, nelems);
            }
            final long all = (long) nelems * team.nPes();
            for (long i = 0; i < all; i++) {
                final long place = (long) team.myPe() * nelems + i % nelems;
                expect(checks, team, (int) (i / nelems), place, dest.get(i));
            }
            checks.equal(71, dest.get(all), "beyond the end");
        });
    }

    @Case(pes = 3)
    void alltoallsmem(Checks checks) {
        eachMem(checks, 3 * nPes(), 2 * nPes(), (team, facade, dest, source, nelems) -> {
            if (facade) {
                FACADE.alltoallsmem(team, none(dest, nelems), none(source, nelems), 3, 2, nelems);
            } else {
                ON_TEAMS.alltoallsmem(team, dest, source, 3, 2, nelems);
            }
            final long all = (long) nelems * team.nPes();
            for (long i = 0; i < all; i++) {
                final long place = 2 * ((long) team.myPe() * nelems + i % nelems);
                expect(checks, team, (int) (i / nelems), place, dest.get(3 * i));
                if (dest.get(3 * i + 1) != 71) {
                    checks.fail("the gap after byte " + i + " of " + all + " was written");
                }
            }
        });
    }
}
