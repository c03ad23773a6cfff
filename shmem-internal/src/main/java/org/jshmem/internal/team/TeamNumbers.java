package org.jshmem.internal.team;

import java.util.HashSet;
import java.util.Set;

/**
 * The numbers of teams, and of what else PEs name alike, on this PE. Messages between nodes say by its number which
 * team they are for.
 *
 * <p><b>Protocol.</b> Each PE that makes a team proposes a number that is higher than all it has seen, and the highest
 * proposal is the team's. A number is therefore new on every PE of the team, with one exception: two threads of a PE
 * that make teams at the same time may come to the same number. Only one of them can {@link #take} it; the other has to
 * propose again, together with all PEs.
 *
 * <p>Any thread may call.
 */
public final class TeamNumbers {
    /** The team of all PEs. */
    static final long WORLD = 0;

    /** The team of the PEs that share heaps. */
    static final long SHARED = 1;

    private long last = SHARED;
    private final Set<Long> taken = new HashSet<>();

    /** A number that this PE has not seen. */
    public synchronized long propose() {
        return ++last;
    }

    /** Takes a number that all PEs have agreed on; false if this PE has it already. */
    public synchronized boolean take(long number) {
        last = Math.max(last, number);
        return taken.add(number);
    }

    /** Gives a number back. */
    public synchronized void giveBack(long number) {
        taken.remove(number);
    }
}
