package org.jshmem.internal.sync;

import java.lang.invoke.VarHandle;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;

/**
 * All PEs of the node in one call: a barrier that also tells each whether the others are calling the same.
 *
 * <p><b>Protocol.</b> Meetings are numbered from 1. Each PE has two lines in its control page, used in turn. To arrive it writes
 * one word to the line of this meeting, with release: the meeting's number, a digest of the call and its arguments, and a
 * vote. Then it waits for every other PE's word and compares the digests. That is one store to one cache line, and one line
 * read per peer; a second store to a line that others are polling could cost as much again, when they take the line away
 * in between. The call and its arguments themselves go to two notes, again in turn, which nobody reads unless the digests differ.
 *
 * <p><b>Ordering.</b> Everything a PE did before arriving is visible to every PE after the meeting: store, release of the
 * word, acquire of the word. A line or note is written again two meetings later; by then its reader has arrived at the meeting
 * between, after it had read them. So no reader sees a mixture, and a PE's line holds either this meeting's number or the one
 * of two meetings ago, so that the numbers may wrap.
 *
 * <p>One thread of a PE at a time.
 */
public final class Meeting {
    private static final long LINE_BYTES = 128;

    private static final long LINES = 0;
    private static final long NOTES = 1024;

    private static final long CALL = 0;
    private static final long ARGUMENT = 8;

    /** An odd number without a pattern, as in multiplicative hashing. */
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final int me;
    private final int pes;
    private final long[] pages;
    private final long spot;
    private final Waiting waiting;
    private int number;

    /**
     * The meetings of a node.
     *
     * @param control address of the node's control memory
     * @param layout how that is laid out
     * @param me this PE's index on the node
     * @param spots where threads sleep
     * @param crowded whether there are more PEs than CPUs
     */
    public Meeting(long control, NodeLayout layout, int me, Spots spots, boolean crowded) {
        this.me = me;
        this.pes = layout.pes();
        this.spot = spots.ofMeetings();
        this.waiting = new Waiting(spots, spot, crowded);
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
        number++;
        note(call, first, second, third);
        final long mine = (long) number << Integer.SIZE | digest(call, first, second, third) | vote;
        Memory.put64Release(line(me), mine);
        VarHandle.fullFence(); // before the wake
        int result = vote;
        for (int pe = 0; pe < pes; pe++) {
            if (pe != me) {
                final long theirs = await(line(pe));
                final boolean same = (theirs ^ mine) >>> 1 == 0;
                result = same && result >= 0 ? result | (int) (theirs & 1) : -1;
            }
        }
        Spots.wake(spot);
        return result;
    }

    private long await(long line) {
        long turn = 0;
        long word = Memory.get64Acquire(line);
        while ((int) (word >>> Integer.SIZE) != number) {
            turn = waiting.pause(turn);
            word = Memory.get64Acquire(line);
        }
        return word;
    }

    private void note(Call call, long first, long second, long third) {
        final long note = note(me);
        Memory.put64(note + CALL, call.code());
        Memory.put64(note + ARGUMENT, first);
        Memory.put64(note + ARGUMENT + Long.BYTES, second);
        Memory.put64(note + ARGUMENT + 2 * Long.BYTES, third);
    }

    /** In the bits 1 to 31; another call or argument goes unnoticed once in two thousand million times. */
    private static long digest(Call call, long first, long second, long third) {
        long mixed = call.code();
        mixed = (mixed * MIX) ^ first;
        mixed = (mixed * MIX) ^ second;
        mixed = (mixed * MIX) ^ third;
        mixed = (mixed ^ mixed >>> Integer.SIZE) * MIX;
        return mixed >>> Integer.SIZE & -2L;
    }

    /**
     * What each PE was calling in the last meeting; right after a meeting that found a difference, before the next.
     *
     * @return a line for each PE
     */
    public String describe() {
        final StringBuilder text = new StringBuilder();
        for (int pe = 0; pe < pes; pe++) {
            final long note = note(pe);
            final Call call = Call.of(Memory.get64(note + CALL));
            text.append(System.lineSeparator())
                    .append("  PE ")
                    .append(pe)
                    .append(": ")
                    .append(call.format(
                            Memory.get64(note + ARGUMENT),
                            Memory.get64(note + ARGUMENT + Long.BYTES),
                            Memory.get64(note + ARGUMENT + 2 * Long.BYTES)));
        }
        return text.toString();
    }

    private long line(int pe) {
        return pages[pe] + LINES + (number & 1) * LINE_BYTES;
    }

    private long note(int pe) {
        return pages[pe] + NOTES + (number & 1) * LINE_BYTES;
    }
}
