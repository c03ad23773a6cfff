package org.jshmem.internal.sync;

import org.jshmem.heap.Memory;

/**
 * The arrivals of a team at its barriers in one counter, for a node with more PEs than CPUs. There the PEs run one
 * after the other, and what counts is how much each of them does in its turn: with the counter that is one addition and
 * one look, however many PEs there are.
 *
 * <p><b>Protocol.</b> The counter is in the slot of the team's first PE and is 0 when a barrier begins. A PE writes its
 * own line, then adds one to the counter. The PE that makes it the number of PEs is the last: it compares the words of
 * all, does what one PE is to do for all, sets the counter to 0, and releases the others by one word with the barrier's
 * number and outcome. The others wait for that word only.
 *
 * <p><b>Ordering.</b> Every addition is volatile, so the last PE sees everything that the others did before theirs;
 * they see its stores and, through it, those of each other when they have read the word. Nobody adds for the next
 * barrier before it has read the word of this one, so the counter and the result have one user at a time.
 *
 * <p><b>One team after another.</b> The counter is 0 after a team's last barrier. A PE that still waits there may find
 * a word with a later number, as in a {@linkplain TeamBarrier line}.
 */
public final class CentralCounter {
    /** The outcome in a word, above 0 and below the number: whether all were the same, and whether one voted no. */
    private static final long DIFFERENT = 2;

    private final long count;
    private final long word;
    private final long result;
    private final int pes;

    /**
     * The counter of a team.
     *
     * @param slot the address of the first PE's slot
     * @param pes PEs in the team
     */
    public CentralCounter(long slot, int pes) {
        this.count = slot + SlotDescriptor.COUNT;
        this.word = slot + SlotDescriptor.OUTCOME;
        this.result = slot + SlotDescriptor.RESULT;
        this.pes = pes;
    }

    /** Counts this PE; returns whether it is the last one, which has to {@link #release} the others. */
    boolean arrive() {
        return Memory.getAndAdd64Volatile(count, 1) == pes - 1;
    }

    /** Ends a barrier; the outcome is that of {@link TeamBarrier#exchange(CollectiveCall, long, long, long, int)}. */
    void release(long number, int outcome) {
        Memory.put64(count, 0);
        Memory.put64Release(word, number << TeamBarrier.NUMBER_SHIFT | (outcome < 0 ? DIFFERENT : outcome));
    }

    /** The address of the word that {@link #release} writes. */
    long word() {
        return word;
    }

    /** The outcome in a word. */
    static int outcome(long word) {
        return (word & DIFFERENT) != 0 ? -1 : (int) (word & 1);
    }

    /** Where the last PE writes what it has calculated for all; the address of {@link SlotDescriptor#PAYLOAD_BYTES}. */
    long result() {
        return result;
    }
}
