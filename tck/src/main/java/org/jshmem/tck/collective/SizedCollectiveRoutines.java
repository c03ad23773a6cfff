package org.jshmem.tck.collective;

import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricArray;
import org.jshmem.tck.Route;

/** The collectives on bytes as the façade has them, for a {@link Route}. */
interface SizedCollectiveRoutines {
    /** By the façade. */
    SizedCollectiveRoutines FACADE = Route.facade().as(SizedCollectiveRoutines.class);

    /** By the team's own methods. */
    SizedCollectiveRoutines ON_TEAMS = Route.onTeams().as(SizedCollectiveRoutines.class);

    void broadcastmem(ShmemTeam team, SymmetricArray dest, SymmetricArray source, long nelems, int root);

    void collectmem(ShmemTeam team, SymmetricArray dest, SymmetricArray source, long nelems);

    void fcollectmem(ShmemTeam team, SymmetricArray dest, SymmetricArray source, long nelems);

    void alltoallmem(ShmemTeam team, SymmetricArray dest, SymmetricArray source, long nelems);

    void alltoallsmem(ShmemTeam team, SymmetricArray dest, SymmetricArray source, long dst, long sst, long nelems);
}
