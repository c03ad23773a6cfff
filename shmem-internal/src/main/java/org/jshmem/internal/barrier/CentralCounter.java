package org.jshmem.internal.barrier;

import org.jshmem.heap.Memory;

/**
 * Counts the PEs of a team that have arrived at a barrier, on a node with more PEs than CPUs. On such a node the PEs
 * run one after the other, so a barrier costs what each PE does in its turn. With this counter a PE executes one
 * addition and one load, however many PEs there are.
 *
 * <p><b>Protocol.</b> The counter lies in the slot of the team's first PE and is 0 at the start of a barrier. A PE
 * writes its own line and then increments the counter. The PE whose increment makes the counter equal to the number of
 * PEs is the last one: it compares the words of all PEs, does the work that one PE does for all, sets the counter to 0,
 * and releases the others by one word, which holds the number and the outcome of the barrier. The others wait for that
 * word only.
 *
 * <p><b>Memory ordering.</b> Every increment is volatile. The last PE therefore sees everything that the others did
 * before their increments. The others see the stores of the last PE and, through it, those of each other, once they
 * have read the word. No PE increments the counter for the next barrier before it has read the word of this one, so the
 * counter and the result are used by one barrier at a time.
 *
 * <p><b>Reuse of a slot.</b> The counter is 0 after the last barrier of a team. A PE that still waits there may find a
 * word with a higher number, as in a {@linkplain BarrierLines line}.
 */
public final class CentralCounter {
    /**
     * The bit of the word that says that the calls differ. Bit 0 is the vote; the barrier number begins at bit
     * {@link BarrierLines#NUMBER_SHIFT}.
     */
    private static final long DIFFERENT = 2;

    /** Addresses in the slot of the first PE. */
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

    /** Counts this PE; returns whether it is the last one, which then has to {@link #release} the others. */
    boolean arrive() {
        return Memory.getAndAdd64Volatile(count, 1) == pes - 1;
    }

    /**
     * Resets the counter and releases the other PEs; {@code outcome} as {@link TeamBarrier#exchange(CollectiveCall,
     * long, long, long, int)} returns it.
     */
    void release(long number, int outcome) {
        Memory.put64(count, 0);
        Memory.put64Release(word, number << BarrierLines.NUMBER_SHIFT | (outcome < 0 ? DIFFERENT : outcome));
    }

    /** The address of the word that {@link #release} writes. */
    long word() {
        return word;
    }

    /** The outcome that a word holds. */
    static int outcome(long word) {
        return (word & DIFFERENT) != 0 ? -1 : (int) (word & 1);
    }

    /**
     * The address of the result that the last PE computes for all, with room for {@link SlotDescriptor#PAYLOAD_BYTES}.
     */
    long result() {
        return result;
    }
}
