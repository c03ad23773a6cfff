package org.jshmem.internal.barrier;

import org.jshmem.heap.Memory;

/**
 * Counts the PEs of a team that have arrived at a barrier, on a node with more PEs than CPUs. On such a node the PEs
 * run one after the other, so a barrier costs what each PE does in its turn. With this counter a PE executes one
 * addition and one load, however many PEs there are.
 *
 * <p><b>Protocol.</b> The counter lies in the {@link TeamArea} and is 0 at the start of a barrier. A PE writes its own
 * line and then increments the counter. The PE whose increment makes the counter equal to the number of PEs is the last
 * one: it compares the words of all PEs, does the work that one PE does for all, sets the counter to 0, and releases
 * the others by an {@link OutcomeLine}. The others wait for that only.
 *
 * <p><b>Memory ordering.</b> Every increment is volatile. The last PE therefore sees everything that the others did
 * before their increments. The others see the stores of the last PE and, through it, those of each other, once they
 * have read the outcome. No PE increments the counter for the next barrier before it has read the outcome of this one,
 * so the counter and the result are used by one barrier at a time.
 */
final class CentralCounter {
    private final long count;
    private final int pes;

    /**
     * The counter of a team.
     *
     * @param area that of the team
     */
    CentralCounter(TeamArea area) {
        this.count = area.address() + TeamArea.COUNT;
        this.pes = area.members();
    }

    /** Counts this PE; returns whether it is the last one, which then has to {@link #reset} and release the others. */
    boolean arrive() {
        return Memory.getAndAdd64Volatile(count, 1) == pes - 1;
    }

    /** Prepares the next barrier; called before the others are released. */
    void reset() {
        Memory.put64(count, 0);
    }
}
