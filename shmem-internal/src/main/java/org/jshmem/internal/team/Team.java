package org.jshmem.internal.team;

import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.TeamBarrier;

/** What a PE has of a team: its members, their barriers, and their heaps. */
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

    /** Who is in it. */
    public Members members() {
        return members;
    }

    /** Their barriers. */
    public TeamBarrier barrier() {
        return barrier;
    }

    /** Where they are. */
    public TeamNodes nodes() {
        return nodes;
    }

    /** Their heaps. */
    public TeamHeaps heaps() {
        return heaps;
    }

    /** The team's slot in the control memory of all members. */
    int slot() {
        return slot;
    }

    /** The address of a member's slot. */
    public long slotOf(int member) {
        return controlMemory.slot(members.pe(member), slot);
    }

    /** Forgets where the heaps are, so that contexts of the team find none. */
    public void end() {
        heaps.end();
    }

    /** A collective call that is one barrier. */
    public void sync(CollectiveCall call) {
        barrier.begin();
        await(call, 0, 0, 0, 0);
        barrier.end();
    }

    /** Waits for all members within a collective call; throws, on all of them, unless they are calling the same. */
    public void await(CollectiveCall call, long first, long second, long third, long fourth) {
        if (barrier.exchange(call, first, second, third, fourth, 0) < 0) {
            throw barrier.mismatch();
        }
    }
}
