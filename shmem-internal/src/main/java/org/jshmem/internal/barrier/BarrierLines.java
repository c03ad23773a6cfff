package org.jshmem.internal.barrier;

import java.util.function.IntPredicate;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;

/**
 * The cache lines of a team's PEs on one node, through which they synchronize in a {@link TeamBarrier}.
 *
 * <p>Each PE writes its own two lines, which alternate from barrier to barrier. A line holds a word and, beside it, a
 * payload. The word:
 *
 * <pre>
 *   bits 25 … 63   the number of the barrier
 *   bits  0 … 24   the digest of the call and its arguments, and a vote: a {@link BarrierState}
 * </pre>
 *
 * <p>The head of a group of PEs has one more word, of the state of several PEs: see {@link BarrierTree}.
 *
 * <p>Members are numbered as in the team, of those on this node. This class only reads and writes; {@link TeamBarrier}
 * says when.
 */
public final class BarrierLines {
    private static final int NUMBER_SHIFT = BarrierState.NUMBER_SHIFT;

    /** What {@link #missing} returns if all PEs have arrived. */
    static final String NOBODY = "nobody";

    /** The maximal number of PEs that a message names. */
    private static final int NAMED = 8;

    /** The address of the first member's slot. */
    private final long first;

    /** The address of its second word. */
    private final long firstHeadWord;

    private final int[] pes;
    private final int me;

    /**
     * The lines of a team on this node.
     *
     * @param area that of the team
     * @param pes the members' numbers in the job; not to be changed
     * @param me this PE's index among them
     */
    public BarrierLines(TeamArea area, int[] pes, int me) {
        this.first = area.slot(0) + TeamArea.LINES;
        this.firstHeadWord = area.slot(0) + TeamArea.HEAD_WORD;
        this.pes = pes;
        this.me = me;
    }

    int size() {
        return pes.length;
    }

    int me() {
        return me;
    }

    /** A member's number in the job. */
    int pe(int member) {
        return pes[member];
    }

    /** The address of a member's word. */
    long word(int member, long number) {
        return line(member, number) + TeamArea.WORD;
    }

    /** The address of a member's payload. */
    long payload(int member, long number) {
        return line(member, number) + TeamArea.PAYLOAD;
    }

    /** The address of the second word of a member that is the head of a group. */
    long headWord(int member) {
        return firstHeadWord + member * NodeLayout.TEAM_SLOT_BYTES;
    }

    /**
     * The number in a word minus {@code number}, times 2^25: negative if the member has not arrived, 0 in this barrier.
     */
    static long lead(long word, long number) {
        return (word >>> NUMBER_SHIFT << NUMBER_SHIFT) - (number << NUMBER_SHIFT);
    }

    /** Whether a member has arrived at a barrier. */
    boolean hasCome(int member, long number) {
        return lead(Memory.get64Acquire(word(member, number)), number) >= 0;
    }

    /** Whether any of these PEs has arrived at this barrier in another call than the one with that digest. */
    boolean isMissed(long number, int digest, IntPredicate some) {
        for (int member = 0; member < pes.length; member++) {
            final long word = Memory.get64Acquire(word(member, number));
            if (lead(word, number) == 0 && (word & BarrierState.DIGEST) != digest && some.test(pes[member])) {
                return true;
            }
        }
        return false;
    }

    /** Whether no member with a lower index has arrived at a barrier. */
    boolean isFirst(long number) {
        for (int member = 0; member < me; member++) {
            if (hasCome(member, number)) {
                return false;
            }
        }
        return true;
    }

    /** The PEs that have not arrived at a barrier, as {@code PE 1, PE 3}; {@link #NOBODY} if all have. */
    String missing(long number) {
        final StringBuilder missing = new StringBuilder();
        int count = 0;
        for (int member = 0; member < pes.length; member++) {
            if (!hasCome(member, number) && count++ < NAMED) {
                missing.append(missing.isEmpty() ? "PE " : ", PE ").append(pes[member]);
            }
        }
        if (count > NAMED) {
            missing.append(" and ").append(count - NAMED).append(" more");
        }
        return missing.isEmpty() ? NOBODY : missing.toString();
    }

    private long line(int member, long number) {
        return first + member * NodeLayout.TEAM_SLOT_BYTES + (number & 1) * TeamArea.LINE_BYTES;
    }
}
