package org.jshmem.tck.collective;

import org.jshmem.ShmemTeam;
import org.jshmem.SymmetricDoubles;
import org.jshmem.tck.Route;

/**
 * The collectives on {@code double} as the façade has them, those that not every type has included, for a
 * {@link Route}.
 */
interface DoublesCollectiveRoutines {
    /** By the façade. */
    DoublesCollectiveRoutines FACADE = Route.facade().as(DoublesCollectiveRoutines.class);

    /** By the team's own methods. */
    DoublesCollectiveRoutines ON_TEAMS = Route.onTeams().as(DoublesCollectiveRoutines.class);

    SymmetricDoubles teamPtr(ShmemTeam team, SymmetricDoubles array, int pe);

    void broadcast(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems, int root);

    void collect(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void fcollect(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void alltoall(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void alltoalls(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long dst, long sst, long nelems);

    void sumReduce(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void prodReduce(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void maxReduce(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void minReduce(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void sumInscan(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void sumExscan(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void andReduce(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void orReduce(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void xorReduce(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void maxReduceUnsigned(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void minReduceUnsigned(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void sumReduceComplex(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void prodReduceComplex(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void sumInscanComplex(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);

    void sumExscanComplex(ShmemTeam team, SymmetricDoubles dest, SymmetricDoubles source, long nelems);
}
