package org.jshmem.internal.team;

import java.util.Arrays;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.sync.Meeting;
import org.jshmem.internal.sync.SlotDescriptor;

/**
 * Which slots of its control memory this PE has for new teams.
 *
 * <p><b>Protocol.</b> Teams in a slot are numbered, so that every PE sees growing numbers there. A PE that leaves a team may not use the
 * slot at once: a slower member may be still reading its line. So each member, when it has left, writes the team's number
 * to its slot, and the slot is free once all members have written that number or a later one. Nobody waits for that: it is looked up
 * when the next team is made. A later number comes only from a PE that has left, as a PE takes part in one team of a slot at a time.
 *
 * <p>Any thread may call; two that make teams at the same time may see the same slot free, but one only gets it.
 */
final class Slots {
    /** World and shared. */
    static final int PREDEFINED = 2;

    private final Node node;
    private final long[] numbers = new long[NodeLayout.SLOTS];

    /** By slot, the members of a team that some may not have left yet. */
    private final Members[] leaving = new Members[NodeLayout.SLOTS];

    private long unused = -1L << PREDEFINED;

    Slots(Node node) {
        this.node = node;
    }

    /** The free slots as a set of bits. */
    synchronized long free() {
        for (int slot = PREDEFINED; slot < NodeLayout.SLOTS; slot++) {
            if (leaving[slot] != null && allLeft(slot)) {
                leaving[slot] = null;
                unused |= 1L << slot;
            }
        }
        return unused;
    }

    private boolean allLeft(int slot) {
        return Arrays.stream(leaving[slot].pes())
                .allMatch(pe -> Memory.get64Acquire(node.slot(pe, slot) + SlotDescriptor.LEFT) >= numbers[slot]);
    }

    /** Takes a slot for a new team and clears it; false if another thread was faster. */
    synchronized boolean take(int slot) {
        final long bit = 1L << slot;
        if ((unused & bit) == 0) {
            return false;
        }
        unused &= ~bit;
        Meeting.clear(node.slot(node.pe(), slot));
        return true;
    }

    /** The number of the last team of this PE in a slot. */
    synchronized long number(int slot) {
        return numbers[slot];
    }

    /** Numbers the team that a slot was taken for. */
    synchronized void enter(int slot, long number) {
        numbers[slot] = number;
    }

    /** Gives back a slot that was taken and not used. */
    synchronized void giveBack(int slot) {
        unused |= 1L << slot;
    }

    /** Notes that this PE has left the team in a slot. */
    synchronized void leave(int slot, Members members) {
        leaving[slot] = members;
        Memory.put64Release(node.slot(node.pe(), slot) + SlotDescriptor.LEFT, numbers[slot]);
    }
}
