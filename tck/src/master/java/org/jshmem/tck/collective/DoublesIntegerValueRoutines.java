// types: int long
package org.jshmem.tck.collective;

import org.jshmem.ShmemTeam;
import org.jshmem.tck.Route;

/** The collectives on one value of {@code double} that integers only have, for a {@link Route}. */
interface DoublesIntegerValueRoutines {
    /** By the façade. */
    DoublesIntegerValueRoutines FACADE = Route.facade().as(DoublesIntegerValueRoutines.class);

    /** By the team's own methods. */
    DoublesIntegerValueRoutines ON_TEAMS = Route.onTeams().as(DoublesIntegerValueRoutines.class);

    double andReduce(ShmemTeam team, double value);

    double orReduce(ShmemTeam team, double value);

    double xorReduce(ShmemTeam team, double value);

    double maxReduceUnsigned(ShmemTeam team, double value);

    double minReduceUnsigned(ShmemTeam team, double value);
}
