package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.SlotDescriptor;
import org.jshmem.internal.team.Team;

/**
 * Work that the PEs of a team share: each has a share of its own, cut in pieces, and helps the others when it is done.
 *
 * <p><b>Protocol.</b> A counter beside each PE's lines counts the pieces of its share that were taken; whoever advances
 * it does the piece. A PE sets its own to zero before the barrier that begins a collective; all are then in it, and
 * nobody takes pieces after the barrier that ends it. While every PE has the time for its own share nobody else touches
 * its counter.
 *
 * <p>Others leave a PE its last piece. Without it the barrier would not end anyway, and what is in its caches is dear
 * to fetch: to take one piece too many from a PE that keeps up costs more than it had left to do.
 */
final class WorkShares {
    private final Team team;

    WorkShares(Team team) {
        this.team = team;
    }

    /** Before the barrier that begins a collective with shared work. */
    void reset() {
        Memory.put32(counter(team.members().me()), 0);
    }

    /**
     * The next of the pieces of a PE's share, to be done by the caller; {@code pieces} or more if there is none for it.
     */
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
