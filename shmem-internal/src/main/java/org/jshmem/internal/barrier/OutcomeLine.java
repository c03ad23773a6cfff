package org.jshmem.internal.barrier;

import org.jshmem.heap.Memory;

/**
 * The outcome of a barrier that one PE determines for all PEs of its node: a word, and a result of up to
 * {@link TeamArea#PAYLOAD_BYTES}. The other PEs wait for the word. Where the PEs are in several groups, each group has
 * a line of its own ({@link BarrierTree}).
 *
 * <p>The word has the number of the barrier from bit {@link BarrierState#NUMBER_SHIFT} on. Bit 0 is the vote.
 *
 * <p><b>Memory ordering.</b> The word is written with release semantics after everything else. Whoever has read it with
 * acquire semantics sees the result, and all that the writer has seen.
 *
 * <p><b>Reuse.</b> The PE writes the outcome of a barrier only after all others have arrived there, and so have read
 * the outcome of the barrier before.
 */
final class OutcomeLine {
    /** The outcome of a barrier in which the PEs make different calls. */
    static final int DIFFERENT = -1;

    /** The outcome of a barrier to which payloads came that a node has no memory for. */
    static final int NO_MEMORY = -2;

    private static final long DIFFERENT_BIT = 2;
    private static final long NO_MEMORY_BIT = 4;

    private final long word;
    private final long gathered;
    private final long result;

    /** The address of the node's control memory in this process. */
    private final long control;

    /**
     * The outcome line of a team.
     *
     * @param area that of the team on this node
     * @param control the address of the node's control memory
     */
    OutcomeLine(TeamArea area, long control) {
        this(area, area.address() + TeamArea.OUTCOME, area.address() + TeamArea.RESULT, control);
    }

    private OutcomeLine(TeamArea area, long word, long result, long control) {
        this.word = word;
        this.gathered = area.address() + TeamArea.GATHERED;
        this.result = result;
        this.control = control;
    }

    /** The outcome line of a group of the team's members on a node; word and result are side by side. */
    static OutcomeLine ofGroup(TeamArea area, int group, long control) {
        final long line = area.group(group);
        return new OutcomeLine(area, line + TeamArea.WORD, line + TeamArea.PAYLOAD, control);
    }

    /** The address of the word. */
    long word() {
        return word;
    }

    /** The address of the result, with room for {@link TeamArea#PAYLOAD_BYTES}. */
    long result() {
        return result;
    }

    /** Where the payloads of all PEs are gathered; 0 before {@link #gatherAt}. */
    long gathered() {
        return control + Memory.get64(gathered);
    }

    /** Announces where the payloads of all PEs are gathered, with the next {@link #release}. */
    void gatherAt(long address) {
        Memory.put64(gathered, address - control);
    }

    /** Releases the other PEs; {@code outcome} is the combined vote, {@link #DIFFERENT} or {@link #NO_MEMORY}. */
    void release(long number, int outcome) {
        final long bits = switch (outcome) {
            case DIFFERENT -> DIFFERENT_BIT;
            case NO_MEMORY -> NO_MEMORY_BIT;
            default -> outcome;
        };
        Memory.put64Release(word, number << BarrierState.NUMBER_SHIFT | bits);
    }

    /** The outcome that a word holds. */
    static int outcome(long word) {
        if ((word & DIFFERENT_BIT) != 0) {
            return DIFFERENT;
        }
        return (word & NO_MEMORY_BIT) != 0 ? NO_MEMORY : (int) (word & 1);
    }
}
