package org.jshmem.tck.collective;

import org.jshmem.ShmemTeam;

/** Votes of a team as the façade has them, for a {@link org.jshmem.tck.Route}. */
interface VoteRoutines {
    boolean any(ShmemTeam team, boolean value);

    boolean all(ShmemTeam team, boolean value);
}
