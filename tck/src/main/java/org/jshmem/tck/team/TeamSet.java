package org.jshmem.tck.team;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.List;
import org.jshmem.Shmem;
import org.jshmem.ShmemTeam;

/** Teams of every kind for a case to run on, made and ended by all PEs together. */
public final class TeamSet implements AutoCloseable {
    private final List<ShmemTeam> made = new ArrayList<>();
    private final List<ShmemTeam> all = new ArrayList<>(List.of(TEAM_WORLD, TEAM_SHARED));

    /** Both predefined ones, the reverse, every second PE, all but the first, each PE alone, and a part of a part. */
    public TeamSet() {
        final int pes = Shmem.nPes();
        final ShmemTeam reverse = add(TEAM_WORLD, pes - 1, -1, pes);
        add(TEAM_WORLD, 0, 2, (pes + 1) / 2);
        if (pes > 1) {
            final ShmemTeam tail = add(TEAM_WORLD, 1, 1, pes - 1);
            add(tail, pes - 2, -1, pes - 1);
        }
        for (int pe = 0; pe < pes; pe++) {
            add(reverse, pe, 0, 1);
        }
    }

    private ShmemTeam add(ShmemTeam parent, int start, int stride, int size) {
        final ShmemTeam team = teamSplitStrided(parent, start, stride, size);
        if (team != null) {
            made.add(team);
            all.add(team);
        }
        return team;
    }

    /** Those that this PE is in, in an order that is the same on all PEs. */
    public List<ShmemTeam> mine() {
        return all;
    }

    /** The number in the job of a PE of a team. */
    public static int world(ShmemTeam team, int pe) {
        return team.translatePe(pe, TEAM_WORLD);
    }

    @Override
    public void close() {
        made.forEach(Shmem::teamDestroy);
    }
}
