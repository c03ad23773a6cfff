// types: int long float double
package org.jshmem.tck.collective;

import org.jshmem.ShmemTeam;
import org.jshmem.tck.Route;

/** The collectives on one value of {@code double} that every such type has, for a {@link Route}. */
interface DoublesValueRoutines {
    /** By the façade. */
    DoublesValueRoutines FACADE = Route.facade().as(DoublesValueRoutines.class);

    /** By the team's own methods. */
    DoublesValueRoutines ON_TEAMS = Route.onTeams().as(DoublesValueRoutines.class);

    double broadcast(ShmemTeam team, double value, int root);

    double sumReduce(ShmemTeam team, double value);

    double prodReduce(ShmemTeam team, double value);

    double maxReduce(ShmemTeam team, double value);

    double minReduce(ShmemTeam team, double value);

    double sumInscan(ShmemTeam team, double value);

    double sumExscan(ShmemTeam team, double value);
}
