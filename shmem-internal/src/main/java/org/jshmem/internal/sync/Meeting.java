package org.jshmem.internal.sync;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.spi.Awaited;

/**
 * All PEs of a team in one call: a barrier that also tells each whether the others are calling the same, and shows it what they
 * bring.
 *
 * <p><b>Protocol.</b> Meetings are numbered from 1. Each PE has two lines in a slot of its control memory, used in turn. To arrive it
 * writes one word to the line of this meeting, with release: the meeting's number, a digest of the call and its arguments, and a
 * vote. Then it waits for every other PE's word and compares the digests. That is one store to one cache line, and one line
 * read per peer; a second store to a line that others are polling could cost as much again, when they take the line away
 * in between. The call and its arguments themselves go to two notes, again in turn, which nobody reads unless the digests differ.
 *
 * <p><b>Payload.</b> Before it arrives a PE may {@linkplain #bring bring} up to {@link SlotDescriptor#PAYLOAD_BYTES}, or write them to
 * {@link #payload()}, beside the word, and after the meeting read everybody's by {@link #payload(int)}, until it arrives at the
 * next one.
 *
 * <p><b>Ordering.</b> Everything a PE did before arriving is visible to every PE after the meeting: store, release of the
 * word, acquire of the word. A line or note is written again two meetings later; by then its reader has arrived at the meeting
 * between, after it had read them. So no reader sees a mixture, and a PE's line holds either this meeting's number or the one
 * of two meetings ago, so that the numbers may wrap.
 *
 * <p>One thread of a PE at a time.
 */
public final class Meeting implements Awaited {
    private static final long CALL = 0;
    private static final long ARGUMENT = 8;

    /** An odd number without a pattern, as in multiplicative hashing. */
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final int me;
    private final int[] pes;
    private final long[] slots;
    private final long spot;
    private final Waiting waiting;
    private int number;
    private long broughtFrom;
    private long broughtBytes;

    /**
     * The meetings of a team; its lines have to be zero.
     *
     * @param control address of the node's control memory
     * @param layout how that is laid out
     * @param slot the team's slot, the same on all its PEs
     * @param pes the members' numbers on the node; not to be changed
     * @param me this PE's index in {@code pes}
     * @param spots where threads sleep
     * @param patience how to wait
     */
    public Meeting(long control, NodeLayout layout, int slot, int[] pes, int me, Spots spots, Patience patience) {
        this(slots(control, layout, slot, pes), pes, me, spots, patience);
    }

    /** With a slot for each member, anywhere. */
    Meeting(long[] slots, int[] pes, int me, Spots spots, Patience patience) {
        this.slots = slots;
        this.pes = pes;
        this.me = me;
        this.spot = spots.ofMeetings();
        this.waiting = new Waiting(spots, spot, patience);
    }

    private static long[] slots(long control, NodeLayout layout, int slot, int[] pes) {
        return Arrays.stream(pes)
                .mapToLong(pe -> control + layout.slotOffset(pe, slot))
                .toArray();
    }

    /**
     * Clears the lines of a slot, for a new team.
     *
     * @param slot address of this PE's slot, which no other PE is reading
     */
    public static void clear(long slot) {
        Memory.put64(slot + SlotDescriptor.LINES, 0);
        Memory.put64(slot + SlotDescriptor.LINES + SlotDescriptor.LINE_BYTES, 0);
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
     * Meets all PEs.
     *
     * @param call what this PE is calling
     * @param first its first argument
     * @param second its second argument
     * @param third its third argument
     * @param fourth its fourth argument
     * @return whether all are calling the same with the same arguments; if not, {@link #describe} tells who calls what
     */
    public boolean meet(Call call, long first, long second, long third, long fourth) {
        return exchange(call, first, second, third, fourth, 0) >= 0;
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
        return exchange(call, first, second, third, 0, vote);
    }

    private int exchange(Call call, long first, long second, long third, long fourth, int vote) {
        number++;
        note(call, first, second, third, fourth);
        final long mine = (long) number << Integer.SIZE | digest(call, first, second, third, fourth) | vote;
        if (broughtBytes != 0) {
            Memory.copyFew(broughtFrom, line(me) + SlotDescriptor.PAYLOAD, broughtBytes);
            broughtBytes = 0;
        }
        Memory.put64Release(line(me) + SlotDescriptor.WORD, mine);
        VarHandle.fullFence(); // before the wake
        int result = vote;
        for (int pe = 0; pe < slots.length; pe++) {
            if (pe != me) {
                final long theirs = await(line(pe) + SlotDescriptor.WORD);
                final boolean same = (theirs ^ mine) >>> 1 == 0;
                result = same && result >= 0 ? result | (int) (theirs & 1) : -1;
            }
        }
        Spots.wake(spot);
        return result;
    }

    private long await(long address) {
        long turn = 0;
        long word = Memory.get64Acquire(address);
        while ((int) (word >>> Integer.SIZE) != number) {
            turn = waiting.pause(turn, this, number);
            word = Memory.get64Acquire(address);
        }
        return word;
    }

    /**
     * What this PE brings to its next meeting. It is copied right before the word is written, since others may be polling that line
     * already, and a poll between the two stores takes the line away for a second time.
     *
     * @param from an address
     * @param bytes up to {@link SlotDescriptor#PAYLOAD_BYTES}
     */
    public void bring(long from, long bytes) {
        broughtFrom = from;
        broughtBytes = bytes;
    }

    /**
     * Where to write what this PE brings to its next meeting.
     *
     * @return an address, of {@link SlotDescriptor#PAYLOAD_BYTES}
     */
    public long payload() {
        return slots[me] + lineOffset(number + 1) + SlotDescriptor.PAYLOAD;
    }

    /**
     * What a PE brought to the last meeting.
     *
     * @param pe its index in the team
     * @return an address, valid until this PE's next meeting
     */
    public long payload(int pe) {
        return line(pe) + SlotDescriptor.PAYLOAD;
    }

    /** Of a meeting that others have not come to yet. */
    @Override
    public String describe(long meeting) {
        final StringBuilder missing = new StringBuilder();
        for (int pe = 0; pe < slots.length; pe++) {
            final long line = slots[pe] + lineOffset((int) meeting);
            if ((int) (Memory.get64Acquire(line + SlotDescriptor.WORD) >>> Integer.SIZE) != (int) meeting) {
                missing.append(missing.isEmpty() ? "PE " : ", PE ").append(pes[pe]);
            }
        }
        return (missing.isEmpty() ? "nobody" : missing) + " to come to " + call(note(me, (int) meeting));
    }

    private void note(Call call, long first, long second, long third, long fourth) {
        final long note = note(me, number);
        Memory.put64(note + CALL, call.code());
        Memory.put64(note + ARGUMENT, first);
        Memory.put64(note + ARGUMENT + Long.BYTES, second);
        Memory.put64(note + ARGUMENT + 2 * Long.BYTES, third);
        Memory.put64(note + ARGUMENT + 3 * Long.BYTES, fourth);
    }

    /** In the bits 1 to 31; another call or argument goes unnoticed once in two thousand million times. */
    private static long digest(Call call, long first, long second, long third, long fourth) {
        long mixed = call.code();
        mixed = (mixed * MIX) ^ first;
        mixed = (mixed * MIX) ^ second;
        mixed = (mixed * MIX) ^ third;
        mixed = (mixed * MIX) ^ fourth;
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
        for (int pe = 0; pe < slots.length; pe++) {
            text.append(System.lineSeparator())
                    .append("  PE ")
                    .append(pes[pe])
                    .append(": ")
                    .append(call(note(pe, number)));
        }
        return text.toString();
    }

    private static String call(long note) {
        return Call.of(Memory.get64(note + CALL))
                .format(
                        Memory.get64(note + ARGUMENT),
                        Memory.get64(note + ARGUMENT + Long.BYTES),
                        Memory.get64(note + ARGUMENT + 2 * Long.BYTES),
                        Memory.get64(note + ARGUMENT + 3 * Long.BYTES));
    }

    private long line(int pe) {
        return slots[pe] + lineOffset(number);
    }

    private static long lineOffset(int number) {
        return SlotDescriptor.LINES + (number & 1) * SlotDescriptor.LINE_BYTES;
    }

    private long note(int pe, int meeting) {
        return slots[pe] + SlotDescriptor.NOTES + (meeting & 1) * SlotDescriptor.LINE_BYTES;
    }
}
