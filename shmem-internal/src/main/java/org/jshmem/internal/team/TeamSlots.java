package org.jshmem.internal.team;

import org.jshmem.heap.NodeLayout;

/**
 * The slots of the control memory that this PE can give to new teams, and the number of the last barrier in each slot.
 *
 * <p>A slot is free as soon as this PE has left its team, even if slower members still read it:
 * {@link org.jshmem.internal.barrier.TeamBarrier} explains why this does no harm.
 *
 * <p>Any thread may call. Two threads that create teams at the same time may see the same slot as free, but only one of
 * them gets it.
 */
final class TeamSlots {
    /** The number of slots of predefined teams: world and shared. */
    static final int PREDEFINED = 2;

    /** The number of the last barrier in each slot; guarded by this object. */
    private final long[] last = new long[NodeLayout.SLOTS];

    /** One bit for each free slot; guarded by this object. */
    private long unused = -1L << PREDEFINED;

    /** The free slots, one bit each. */
    synchronized long free() {
        return unused;
    }

    /** Takes a slot for a new team; false if another thread was faster. */
    synchronized boolean take(int slot) {
        final long bit = 1L << slot;
        final boolean free = (unused & bit) != 0;
        unused &= ~bit;
        return free;
    }

    /** The number of the last barrier of this PE in a slot. */
    synchronized long last(int slot) {
        return last[slot];
    }

    /** Gives a slot back that has had no barrier since it was taken. */
    synchronized void giveBack(int slot) {
        unused |= 1L << slot;
    }

    /** Gives a slot back after its team's last barrier. */
    synchronized void leave(int slot, long number) {
        last[slot] = number;
        unused |= 1L << slot;
    }
}
