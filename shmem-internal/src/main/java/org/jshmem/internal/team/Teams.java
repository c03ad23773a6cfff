package org.jshmem.internal.team;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jshmem.ShmemException;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.ReleaseBarrier;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.transport.Routes;

/**
 * The teams of a job as one of its PEs sees them: creates and destroys teams.
 *
 * <p><b>Split.</b> A split consists of two barriers of the parent team. In the first, each PE shows which of its slots
 * are free. The members of a new team choose the lowest slot that is free for all of them, and each member takes its
 * own. In the second barrier each member reports whether it got the slot, and tells the number of its last barrier
 * there; the barriers of the new team continue after the highest of these numbers. If another thread of a PE has taken
 * the slot in between, all PEs of the parent start again. If a new team has no slot that is free on all its members,
 * all PEs of the parent throw. After the second barrier the team can be used.
 *
 * <p><b>Destroy.</b> The end of a team is one barrier, in which all members agree that the team ends.
 */
public final class Teams {
    /** Offsets in the payload of the second barrier. */
    private static final long STATUS = 0;

    private static final long NUMBER = 8;

    /** Values of the status; the highest one of all PEs decides. */
    private static final int READY = 0;

    private static final int AGAIN = 1;
    private static final int FULL = 2;

    private final ControlMemory controlMemory;
    private final TeamSlots slots;
    private final long[] bases;
    private final Routes routes;
    private final Team world;
    private final Team shared;

    /** Barriers of teams whose destruction is left to a background thread. */
    private final Queue<TeamBarrier> abandoned = new ConcurrentLinkedQueue<>();

    /**
     * Makes the two predefined teams of a job, world and shared.
     *
     * @param controlMemory that of this node
     * @param bases for each PE of the job, where its heap is mapped here, or 0
     * @param routes to heaps that are not mapped; null if all are
     */
    public Teams(ControlMemory controlMemory, long[] bases, Routes routes) {
        this.controlMemory = controlMemory;
        this.slots = new TeamSlots();
        this.bases = bases;
        this.routes = routes;
        this.world = team(Members.world(bases.length, controlMemory.pe()), 0, 0);
        this.shared = team(Members.reachable(bases, controlMemory.pe()), 1, 0);
    }

    private Team team(Members members, int slot, long last) {
        final TeamNodes nodes = controlMemory.nodes(members);
        final TeamHeaps heaps = new TeamHeaps(bases, members, routes);
        return new Team(members, slot, controlMemory, nodes, controlMemory.barrier(slot, members, nodes, last), heaps);
    }

    /** All PEs. */
    public Team world() {
        return world;
    }

    /** The PEs whose heaps are mapped here. */
    public Team shared() {
        return shared;
    }

    /**
     * Makes a team of a strided subset of another team; collective over the parent.
     *
     * @param parent the other team
     * @param start the first PE, by its number in the parent
     * @param stride from one PE to the next
     * @param size number of PEs, at least 1
     * @return the team, null if this PE is not in it
     */
    public Team splitStrided(Team parent, int start, int stride, int size) {
        if (!parent.members().holds(start, stride, size)) {
            throw new IllegalArgumentException("start=" + start + ", stride=" + stride + ", size=" + size
                    + " are not PEs of this team, whose PEs are 0 to "
                    + (parent.members().size() - 1) + "; a stride of 0 needs a size of 1");
        }
        return split(parent, CollectiveCall.TEAM_SPLIT_STRIDED, start, stride, size, start, stride, size);
    }

    /**
     * Makes a team of each row of a grid; collective over the parent.
     *
     * @param parent the PEs in the grid
     * @param xrange PEs in a row
     * @return the team of this PE's row
     */
    public Team splitRow(Team parent, int xrange) {
        final int pes = parent.members().size();
        final int first = parent.members().me() / xrange * xrange;
        return split(parent, CollectiveCall.TEAM_SPLIT_2D, xrange, 0, 0, first, 1, Math.min(xrange, pes - first));
    }

    /**
     * Makes a team of each column of a grid; collective over the parent.
     *
     * @param parent the PEs in the grid
     * @param xrange PEs in a row
     * @return the team of this PE's column
     */
    public Team splitColumn(Team parent, int xrange) {
        final int pes = parent.members().size();
        final int first = parent.members().me() % xrange;
        return split(
                parent, CollectiveCall.TEAM_SPLIT_2D, xrange, 1, 0, first, xrange, Math.ceilDiv(pes - first, xrange));
    }

    private Team split(
            Team parent, CollectiveCall call, long first, long second, long third, int start, int stride, int size) {
        final Members members = parent.members().strided(start, stride, size);
        parent.barrier().begin();
        while (true) {
            final long free = commonlyFree(parent, call, first, second, third, start, stride, size);
            final int slot = free == 0 || members == null ? -1 : Long.numberOfTrailingZeros(free);
            final boolean taken = slot >= 0 && slots.take(slot);
            final int mine = members == null || taken ? READY : free == 0 ? FULL : AGAIN;
            final TeamBarrier barrier = parent.barrier();
            Memory.put64(barrier.payloads().mine() + STATUS, mine);
            Memory.put64(barrier.payloads().mine() + NUMBER, taken ? slots.last(slot) : 0);
            parent.await(call, first, second, third, 0);
            final int outcome = worst(parent);
            if (outcome == READY) {
                final Team team = members == null ? null : enter(parent, members, slot, start, stride, size);
                parent.barrier().end();
                return team;
            }
            if (taken) {
                slots.giveBack(slot);
            }
            if (outcome == FULL) {
                parent.barrier().end();
                throw new ShmemException("a PE is in as many teams as it can be, " + NodeLayout.SLOTS
                        + " with TEAM_WORLD and TEAM_SHARED; destroy teams that are no longer used");
            }
        }
    }

    /** The first barrier of a split; returns the slots that are free on all members of the new team, one bit each. */
    private long commonlyFree(
            Team parent, CollectiveCall call, long first, long second, long third, int start, int stride, int size) {
        final TeamBarrier barrier = parent.barrier();
        Memory.put64(barrier.payloads().mine(), slots.free());
        parent.await(call, first, second, third, 0);
        long free = -1;
        for (int i = 0; i < size; i++) {
            free &= Memory.get64(barrier.payloads().of(start + i * stride));
        }
        return free;
    }

    private static int worst(Team parent) {
        int worst = READY;
        for (int pe = 0; pe < parent.members().size(); pe++) {
            worst = Math.max(
                    worst, (int) Memory.get64(parent.barrier().payloads().of(pe) + STATUS));
        }
        return worst;
    }

    private Team enter(Team parent, Members members, int slot, int start, int stride, int size) {
        long last = 0;
        for (int i = 0; i < size; i++) {
            last = Math.max(last, Memory.get64(parent.barrier().payloads().of(start + i * stride) + NUMBER));
        }
        return team(members, slot, last);
    }

    /**
     * Ends a team; collective over it. A thread whose stack an exception is unwinding does not wait for PEs that still
     * run normally.
     *
     * @param team one made by a split
     * @return whether it has ended or will end in the background; false if the other PEs call something else while an
     *     exception unwinds the stack
     */
    public boolean destroy(Team team) {
        final TeamBarrier barrier = team.barrier();
        barrier.begin();
        switch (barrier.releases().release(CollectiveCall.TEAM_DESTROY, 0, 0, 0)) {
            case ReleaseBarrier.PENDING -> {
                abandoned.add(barrier);
                barrier.releases().afterAbandoned(() -> {
                    slots.leave(team.slot(), barrier.number());
                    abandoned.remove(barrier);
                });
            }
            case ReleaseBarrier.REFUSED -> {
                return false;
            }
            default -> slots.leave(team.slot(), barrier.number());
        }
        barrier.end();
        return true;
    }

    /**
     * Ends the last barriers of teams that this PE has left early. Called when all PEs have reached the end of the
     * library, before the control memory is unmapped.
     */
    public void giveUpAbandoned() {
        for (TeamBarrier barrier : abandoned) {
            try {
                barrier.releases().giveUpAbandoned();
            } catch (ShmemException e) {
                // The other PEs have reported it, or never destroyed the team, which they need not do.
            }
        }
    }
}
