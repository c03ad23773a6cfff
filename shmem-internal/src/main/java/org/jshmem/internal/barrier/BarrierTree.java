package org.jshmem.internal.barrier;

import java.util.Arrays;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;

/**
 * The way in which one PE of a node, the root, hears of the arrival of all PEs of a team there, and releases them.
 *
 * <p><b>Protocol.</b> Up to {@link NodeLayout#TEAM_GROUP} members, and all members of a crowded node, are one group.
 * More are groups of that many; the first members of the groups are grouped again, and so on, up to one group with the
 * root, the team's first member here.
 *
 * <pre>
 *   level 1      0 -------- 8 -------- 16         the root and the heads of the other groups
 *                |          |          |
 *   level 0      1 … 7      9 … 15     17 18      the other members of their groups
 * </pre>
 *
 * <p>Up: a member writes its word to its own line. The head of a group reads the words of the others there, which lie
 * side by side in the {@link TeamArea}, and combines their states with its own ({@link BarrierState}). A head that is
 * not the root then writes the combined state as one more word, which the head of the next level reads.
 *
 * <p>Down: each group has an {@link OutcomeLine}, which its head writes and the others read. A head copies what it has
 * read from its own head to the line of its group: word and result. The line of the group with the root is that of the
 * team.
 *
 * <p>So no line is read by more than seven PEs, no PE reads more than seven lines for each level, and one to be
 * released; if each PE read the lines of all others, every line would travel to all CPUs. On a crowded node PEs run one
 * after the other: each level would cost turns of the scheduler, while a line that nobody reads at the same time costs
 * nothing to speak of.
 *
 * <p><b>Memory ordering.</b> Every word is written with release and read with acquire semantics, so what a member did
 * before it arrived is visible to the root, and through the root and the heads to all.
 *
 * <p><b>Reuse.</b> A head writes its second word for a barrier after it was released from the barrier before, so that
 * word had been read. It writes the line of its group after all members have arrived at this barrier, so they have read
 * what the line had of the barrier before.
 *
 * <p><b>A state machine.</b> {@link #begin} starts a barrier; {@link #gather} goes on as far as it can and never waits.
 * One thread of a PE at a time calls; another may take over between two calls.
 */
final class BarrierTree {
    private final BarrierLines lines;

    /** The number of members of a group. */
    private final int radix;

    /** The line that this PE waits for. */
    private final OutcomeLine outcome;

    /** By level, the lines of the groups of which this PE is the head; the last one of the root is null. */
    private final OutcomeLine[] groups;

    /** The barrier in progress: its number, and the state of those who have come. */
    private long number;

    private int state;

    /** The level that {@link #gather} is at, the distance of its members, and the next one. */
    private int level;

    private int distance;
    private int next;

    /**
     * The tree of a team on a node, as one PE takes part in it.
     *
     * @param area that of the team
     * @param lines those of the members
     * @param control the address of the node's control memory
     * @param isFlat whether all members are one group, the same on all
     */
    BarrierTree(TeamArea area, BarrierLines lines, long control, boolean isFlat) {
        this.lines = lines;
        this.radix = isFlat ? Math.max(lines.size(), 2) : NodeLayout.TEAM_GROUP;
        final int me = lines.me();
        final OutcomeLine root = new OutcomeLine(area, control);
        final OutcomeLine[] headed = new OutcomeLine[Integer.SIZE];
        OutcomeLine waited = root;
        int levels = 0;
        int index = 0;
        for (long span = 1; span < lines.size() && me % span == 0; span *= radix) {
            final long above = span * radix;
            final boolean isTop = above >= lines.size();
            final OutcomeLine group = isTop ? root : OutcomeLine.ofGroup(area, index + (int) (me / above), control);
            if (me % above != 0) {
                waited = group;
            } else if (me + span < lines.size()) {
                headed[levels++] = isTop ? null : group;
            }
            index += Math.ceilDiv(lines.size(), (int) Math.min(above, lines.size()));
        }
        this.outcome = waited;
        this.groups = Arrays.copyOf(headed, levels);
    }

    /** Whether this PE determines the outcome. */
    boolean isRoot() {
        return lines.me() == 0;
    }

    /** The line that this PE waits for; the root writes it. */
    OutcomeLine outcome() {
        return outcome;
    }

    /** What those have in common that {@link #gather} has seen. */
    int state() {
        return state;
    }

    /** Starts a barrier; {@code word} is this PE's. */
    void begin(long barrier, long word) {
        number = barrier;
        state = BarrierState.of(word);
        level = 0;
        distance = 1;
        next = lines.me() + 1;
    }

    /** Combines the states of the groups of this PE; returns whether all have come. */
    boolean gather() {
        while (level < groups.length) {
            final int end = (int) Math.min(lines.me() + (long) radix * distance, lines.size());
            for (; next < end; next += distance) {
                final long word = Memory.get64Acquire(level == 0 ? lines.word(next, number) : lines.headWord(next));
                if (BarrierLines.lead(word, number) < 0) {
                    return false;
                }
                state = BarrierState.combined(state, BarrierState.of(word));
            }
            level++;
            distance *= radix;
            next = lines.me() + distance;
        }
        return true;
    }

    /** Tells the head of the next level that all PEs below this one have come; returns whether there is one. */
    boolean report() {
        final boolean isHead = !isRoot() && lines.me() % radix == 0;
        if (isHead) {
            Memory.put64Release(lines.headWord(lines.me()), BarrierState.word(number, state));
        }
        return isHead;
    }

    /**
     * Releases the groups of this PE; returns whether there are any but the one with the root.
     *
     * @param word the one of the outcome that this PE has read
     * @param resultBytes of the result
     */
    boolean release(long word, int resultBytes) {
        boolean isHead = false;
        for (int i = groups.length - 1; i >= 0; i--) {
            final OutcomeLine group = groups[i];
            if (group != null) {
                Memory.copyFew(outcome.result(), group.result(), resultBytes);
                Memory.put64Release(group.word(), word);
                isHead = true;
            }
        }
        return isHead;
    }
}
