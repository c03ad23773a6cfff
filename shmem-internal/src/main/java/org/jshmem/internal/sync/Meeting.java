package org.jshmem.internal.sync;

import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;

/**
 * All PEs of the node in one call: a barrier that also tells each what the others are calling.
 *
 * <p><b>Protocol.</b> Meetings are numbered from 1. Each PE has two lines in its control page, used in turn. To arrive it writes
 * the call and its arguments to the line of this meeting and then, with release, the meeting's number; then it waits for
 * every other PE's line. That is one cache line written and one read per peer, and the fewest turns on a CPU that PEs have to
 * share.
 *
 * <p><b>Ordering.</b> Everything a PE did before arriving is visible to every PE after the meeting: store, release of the
 * number, acquire of the number. A line is written again two meetings later; by
 * then its reader has arrived at the meeting between, after it had read the line. So no reader sees a mixture.
 *
 * <p>One thread of a PE at a time.
 */
public final class Meeting {
    private static final long LINE_BYTES = 128;

    private static final long NUMBER = 0;
    private static final long CALL = 8;
    private static final long ARGUMENT = 16;
    private static final int ARGUMENTS = 3;
    private static final long STATUS = 40;

    private final int me;
    private final int pes;
    private final long[] pages;
    private final Waiting waiting;
    private long number;

    /**
     * The meetings of a node.
     *
     * @param control address of the node's control memory
     * @param layout how that is laid out
     * @param me this PE's index on the node
     * @param waiting how to wait
     */
    public Meeting(long control, NodeLayout layout, int me, Waiting waiting) {
        this.me = me;
        this.pes = layout.pes();
        this.waiting = waiting;
        this.pages = new long[pes];
        for (int i = 0; i < pes; i++) {
            pages[i] = control + layout.controlOffset(i);
        }
    }

    /**
     * Meets all PEs.
     *
     * @param call what this PE is calling
     * @return whether all are calling the same; if not, {@link #describe} tells who calls what
     */
    public boolean meet(Call call) {
        return meet(call, 0, 0, 0);
    }

    /**
     * Meets all PEs.
     *
     * @param call what this PE is calling
     * @param first its first argument
     * @param second its second argument
     * @param third its third argument
     * @return whether all are calling the same with the same arguments; if not, {@link #describe} tells who calls what
     */
    public boolean meet(Call call, long first, long second, long third) {
        return exchange(call, first, second, third, 0) >= 0;
    }

    /**
     * Meets all PEs and takes a vote.
     *
     * @param call what this PE is calling
     * @param first its first argument
     * @param second its second argument
     * @param third its third argument
     * @param vote 0 for yes, 1 for no
     * @return 0 if all voted yes, 1 if not, −1 if they are not all calling the same
     */
    public int exchange(Call call, long first, long second, long third, int vote) {
        final long meeting = ++number;
        final long line = line(me, meeting);
        Memory.put64(line + CALL, call.ordinal());
        Memory.put64(line + ARGUMENT, first);
        Memory.put64(line + ARGUMENT + Long.BYTES, second);
        Memory.put64(line + ARGUMENT + 2 * Long.BYTES, third);
        Memory.put64(line + STATUS, vote);
        Memory.put64Release(line + NUMBER, meeting);
        waiting.afterStore();
        int result = vote;
        for (int pe = 0; pe < pes; pe++) {
            if (pe != me) {
                result = heard(line, line(pe, meeting), meeting, result);
            }
        }
        waiting.wakeSleepers();
        return result;
    }

    /** The result so far, with what the PE of a line says added. */
    private int heard(long mine, long line, long meeting, int result) {
        waiting.until(line + NUMBER, meeting);
        boolean same = Memory.get64(line + CALL) == Memory.get64(mine + CALL);
        for (int i = 0; i < ARGUMENTS; i++) {
            final long at = ARGUMENT + (long) i * Long.BYTES;
            same &= Memory.get64(line + at) == Memory.get64(mine + at);
        }
        return same && result >= 0 ? result | (int) Memory.get64(line + STATUS) : -1;
    }

    /**
     * What each PE was calling in the last meeting; right after a meeting that found a difference, before the next.
     *
     * @return a line for each PE
     */
    public String describe() {
        final StringBuilder text = new StringBuilder();
        for (int pe = 0; pe < pes; pe++) {
            final long line = line(pe, number);
            final Call call = Call.values()[(int) Memory.get64(line + CALL)];
            text.append(System.lineSeparator())
                    .append("  PE ")
                    .append(pe)
                    .append(": ")
                    .append(call.format(
                            Memory.get64(line + ARGUMENT),
                            Memory.get64(line + ARGUMENT + Long.BYTES),
                            Memory.get64(line + ARGUMENT + 2 * Long.BYTES)));
        }
        return text.toString();
    }

    private long line(int pe, long meeting) {
        return pages[pe] + (meeting & 1) * LINE_BYTES;
    }
}
