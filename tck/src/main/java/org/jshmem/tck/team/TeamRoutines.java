package org.jshmem.tck.team;

import org.jshmem.ShmemContext;
import org.jshmem.ShmemTeam;
import org.jshmem.TeamConfig;
import org.jshmem.TeamGrid;
import org.jshmem.tck.Route;

/** What a team does besides collectives on data, as the façade has it, for a {@link Route}. */
public interface TeamRoutines {
    /** By the façade. */
    TeamRoutines FACADE = Route.facade().as(TeamRoutines.class);

    /** By the team's own methods. */
    TeamRoutines ON_TEAMS = Route.onTeams().as(TeamRoutines.class);

    int teamMyPe(ShmemTeam team);

    int teamNPes(ShmemTeam team);

    TeamConfig teamGetConfig(ShmemTeam team);

    int teamTranslatePe(ShmemTeam srcTeam, int srcPe, ShmemTeam destTeam);

    ShmemTeam teamSplitStrided(ShmemTeam parent, int start, int stride, int size);

    ShmemTeam teamSplitStrided(ShmemTeam parent, int start, int stride, int size, TeamConfig config);

    TeamGrid teamSplit2d(ShmemTeam parent, int xrange);

    TeamGrid teamSplit2d(ShmemTeam parent, int xrange, TeamConfig xConfig, TeamConfig yConfig);

    ShmemTeam teamSplitByColor(ShmemTeam parent, int color, int key);

    ShmemTeam teamSplitByColor(ShmemTeam parent, int color, int key, TeamConfig config);

    ShmemTeam teamSplitPes(ShmemTeam parent, int... pes);

    ShmemTeam teamSplitPes(ShmemTeam parent, int[] pes, TeamConfig config);

    ShmemContext teamCreateCtx(ShmemTeam team, long options);

    void teamSync(ShmemTeam team);

    void teamDestroy(ShmemTeam team);
}
