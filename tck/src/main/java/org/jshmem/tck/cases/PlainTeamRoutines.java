package org.jshmem.tck.cases;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.TeamConfig;
import org.jshmem.TeamGrid;
import org.jshmem.tck.Route;

/** What a team does besides collectives on data, as the façade has it, for a {@link Route}. */
interface PlainTeamRoutines {
    /** By the façade. */
    PlainTeamRoutines FACADE = Route.facade().as(PlainTeamRoutines.class);

    /** By the team's own methods. */
    PlainTeamRoutines ON_TEAMS = Route.onTeams().as(PlainTeamRoutines.class);

    int teamMyPe(ShmemTeam team);

    int teamNPes(ShmemTeam team);

    TeamConfig teamGetConfig(ShmemTeam team);

    int teamTranslatePe(ShmemTeam srcTeam, int srcPe, ShmemTeam destTeam);

    ShmemTeam teamSplitStrided(ShmemTeam parent, int start, int stride, int size);

    ShmemTeam teamSplitStrided(ShmemTeam parent, int start, int stride, int size, TeamConfig config);

    TeamGrid teamSplit2d(ShmemTeam parent, int xrange);

    TeamGrid teamSplit2d(ShmemTeam parent, int xrange, TeamConfig xConfig, TeamConfig yConfig);

    ShmemContext teamCreateCtx(ShmemTeam team, long options);

    void teamSync(ShmemTeam team);

    void teamDestroy(ShmemTeam team);
}
