package org.jshmem.internal.team;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.barrier.TeamArea;
import org.jshmem.internal.barrier.TeamMemory;

/**
 * Allocates the areas of the teams that this PE leads on its node. Memory is used again when all members on the node
 * have left a team, which is looked at when the next area is needed. Any thread may call.
 */
final class TeamAreas {
    private final TeamMemory memory;

    /** Areas of teams that this PE has left and others may not have. */
    private final Queue<TeamArea> ended = new ArrayDeque<>();

    TeamAreas(TeamMemory memory) {
        this.memory = memory;
    }

    /** Makes an area; null if the machine has no memory for it. */
    synchronized TeamArea allocate(int members) {
        ended.removeIf(this::isFreed);
        final long address = memory.allocate(NodeLayout.teamBytes(members));
        return address == 0 ? null : new TeamArea(address, members);
    }

    private boolean isFreed(TeamArea area) {
        final boolean isFree = area.hasBeenLeft();
        if (isFree) {
            free(area);
        }
        return isFree;
    }

    /** Gives the area of a team back that has not been made. */
    synchronized void free(TeamArea area) {
        memory.free(area.address(), NodeLayout.teamBytes(area.members()));
    }

    /** Gives the area of a team back that this PE has left. */
    synchronized void end(TeamArea area) {
        ended.add(area);
    }
}
