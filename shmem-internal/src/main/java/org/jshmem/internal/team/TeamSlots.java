package org.jshmem.internal.team;

import org.jshmem.heap.NodeLayout;

/**
 * Which slots of its control memory this PE has for new teams, and the number of the last barrier in each.
 *
 * <p>A slot is free as soon as this PE has left its team, although slower members may still be reading what is in it:
 * {@link org.jshmem.internal.sync.TeamBarrier} says why that does no harm.
 *
 * <p>Any thread may call; two that make teams at the same time may see the same slot free, but one only gets it.
 */
final class TeamSlots {
    /** World and shared. */
    static final int PREDEFINED = 2;

    private final long[] last = new long[NodeLayout.SLOTS];
    private long unused = -1L << PREDEFINED;

    /** The free slots as a set of bits. */
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

    /** Gives a slot back in which there was no barrier. */
    synchronized void giveBack(int slot) {
        unused |= 1L << slot;
    }

    /** Gives a slot back after its team's last barrier. */
    synchronized void leave(int slot, long barrier) {
        last[slot] = barrier;
        unused |= 1L << slot;
    }
}
