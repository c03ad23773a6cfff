package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.TeamArea;
import org.jshmem.internal.team.Team;

/**
 * Divides work among the PEs of a team by work stealing: each PE owns a share, cut into pieces, and helps the others
 * when its own share is done.
 *
 * <p><b>Protocol.</b> A counter of each PE, in the team's area, counts the pieces taken from its share; the PE that
 * increments it does the piece. A PE resets its own counter before the barrier that begins a collective, when no other
 * PE can be taking pieces; the barrier that ends the collective ends the taking. A PE accesses the counters of others
 * only after its own share is done, and only in a team on one node.
 *
 * <p>Helpers leave the last piece of a share to its owner. The owner has to reach the barrier anyway, and its data is
 * in its own caches: taking the last piece from a PE that keeps up costs more than it saves.
 */
final class WorkShares {
    private final TeamArea area;
    private final int me;

    /** The address of this PE's counter. */
    private final long own;

    WorkShares(Team team) {
        this.area = team.area();
        this.me = team.members().me();
        this.own = area.takenPieces(team.nodes().index());
    }

    /** Resets this PE's counter; to be called before the barrier that begins a collective with shared work. */
    void reset() {
        Memory.put32(own, 0);
    }

    /**
     * Takes the next piece of a PE's share, which the caller then does; {@code pieces} or more if none is left for it.
     */
    int next(int owner, int pieces) {
        if (owner == me) {
            return Memory.getAndAdd32Volatile(own, 1);
        }
        final long counter = area.takenPieces(owner);
        return Memory.get32Acquire(counter) < pieces - 1 ? Memory.getAndAdd32Volatile(counter, 1) : pieces;
    }
}
