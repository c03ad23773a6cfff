package org.jshmem.internal.team;

import org.jshmem.internal.sync.Call;
import org.jshmem.internal.sync.Meeting;

/** What a PE has of a team: its members, their meetings, and their heaps. */
public final class Team {
    private final Members members;
    private final int slot;
    private final Node node;
    private final Meeting meeting;
    private final TeamHeaps heaps;
    private final TeamNodes nodes;

    Team(Members members, int slot, Node node, TeamNodes nodes, Meeting meeting, TeamHeaps heaps) {
        this.members = members;
        this.slot = slot;
        this.node = node;
        this.meeting = meeting;
        this.heaps = heaps;
        this.nodes = nodes;
    }

    /** Who is in it. */
    public Members members() {
        return members;
    }

    /** Their meetings. */
    public Meeting meeting() {
        return meeting;
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
        return node.slot(members.pe(member), slot);
    }

    /** Forgets where the heaps are, so that contexts of the team find none. */
    public void end() {
        heaps.end();
    }

    /** A collective call that is one meeting. */
    public void sync(Call call) {
        meeting.begin();
        meet(call, 0, 0, 0, 0);
        meeting.end();
    }

    /** Meets all members within a collective call; throws, on all of them, unless they are calling the same. */
    public void meet(Call call, long first, long second, long third, long fourth) {
        if (meeting.exchange(call, first, second, third, fourth, 0) < 0) {
            throw meeting.mismatch();
        }
    }
}
