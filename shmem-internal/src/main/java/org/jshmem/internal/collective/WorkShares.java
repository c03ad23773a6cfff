package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.SlotDescriptor;
import org.jshmem.internal.team.Team;

/**
 * Divides work among the PEs of a team by work stealing: each PE has a share, cut into pieces, and takes pieces of
 * other shares when its own is finished.
 *
 * <p><b>Protocol.</b> A counter beside the lines of each PE counts the pieces of its share that were taken; the PE that
 * increments it processes the piece. A PE resets its counter before the barrier that starts a collective. At that time
 * all PEs are in the collective, and no PE takes pieces after the barrier that ends it. As long as every PE keeps up
 * with its own share, no other PE accesses its counter.
 *
 * <p>Other PEs leave a PE its last piece. The barrier cannot end without that PE anyway, and its data is in its own
 * caches: taking one piece too many from a PE that keeps up costs more than the piece.
 */
final class WorkShares {
    private final Team team;

    WorkShares(Team team) {
        this.team = team;
    }

    /** Resets this PE's counter; called before the barrier that starts a collective. */
    void reset() {
        Memory.put32(counter(team.members().me()), 0);
    }

    /** Takes the next piece of a PE's share; returns {@code pieces} or more if none is left for the caller. */
    int next(int owner, int pieces) {
        final long counter = counter(owner);
        return owner == team.members().me() || Memory.get32Acquire(counter) < pieces - 1
                ? Memory.getAndAdd32Volatile(counter, 1)
                : pieces;
    }

    private long counter(int member) {
        return team.slotOf(member) + SlotDescriptor.TAKEN_PIECES;
    }
}
