package org.jshmem.internal.team;

import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.TeamBarrier;

/** A team as one of its PEs uses it: members, barriers and heaps. */
public final class Team {
    private final Members members;
    private final int slot;
    private final ControlMemory controlMemory;
    private final TeamBarrier barrier;
    private final TeamHeaps heaps;
    private final TeamNodes nodes;

    Team(
            Members members,
            int slot,
            ControlMemory controlMemory,
            TeamNodes nodes,
            TeamBarrier barrier,
            TeamHeaps heaps) {
        this.members = members;
        this.slot = slot;
        this.controlMemory = controlMemory;
        this.barrier = barrier;
        this.heaps = heaps;
        this.nodes = nodes;
    }

    /** The members. */
    public Members members() {
        return members;
    }

    /** The barriers of the members. */
    public TeamBarrier barrier() {
        return barrier;
    }

    /** The nodes of the members. */
    public TeamNodes nodes() {
        return nodes;
    }

    /** The heaps of the members. */
    public TeamHeaps heaps() {
        return heaps;
    }

    /** The team's slot in the control memory of all members. */
    public int slot() {
        return slot;
    }

    /** The address of a member's slot. */
    public long slotOf(int member) {
        return controlMemory.slot(members.pe(member), slot);
    }

    /** Clears the addresses of the heaps, so that contexts of the team can no longer use them. */
    public void end() {
        heaps.end();
    }

    /** Executes a collective call that consists of one barrier. */
    public void sync(CollectiveCall call) {
        barrier.begin();
        await(call, 0, 0, 0, 0);
        barrier.end();
    }

    /** Waits for all members within a collective call; throws on every member if their calls differ. */
    public void await(CollectiveCall call, long first, long second, long third, long fourth) {
        if (barrier.exchange(call, first, second, third, fourth, 0) < 0) {
            throw barrier.mismatch();
        }
    }
}
