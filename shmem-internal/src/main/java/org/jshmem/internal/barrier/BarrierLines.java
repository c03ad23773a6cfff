package org.jshmem.internal.barrier;

import org.jshmem.heap.Memory;

/**
 * The cache lines and notes of a team's PEs in the control memory, through which they synchronize in a
 * {@link TeamBarrier}.
 *
 * <p>Each PE writes its own two lines and two notes, which alternate from barrier to barrier. A line holds a word and,
 * beside it, a payload. The word:
 *
 * <pre>
 *   bits 24 … 63   the number of the barrier
 *   bits  1 … 23   a digest of the call and its arguments
 *   bit   0        a vote
 * </pre>
 *
 * <p>A note holds the call and its arguments. PEs compare the notes only if the digests differ; the relay copies them
 * to other nodes, and a hang report reads them. A note is written only if the call differs from the one that it already
 * holds, so a barrier in a loop writes no notes.
 *
 * <p>Members are numbered as in the team. This class only reads and writes; {@link TeamBarrier} says when.
 */
public final class BarrierLines {
    /** Bits below the number in a word: digest and vote. */
    static final int NUMBER_SHIFT = 24;

    /** What {@link #missing} returns if all PEs have arrived. */
    static final String NOBODY = "nobody";

    /** Offsets in a note, in bytes; four arguments follow one another. */
    private static final long CALL = 0;

    private static final long ARGUMENT = 8;

    /** The maximal number of PEs that a message names. */
    private static final int NAMED = 8;

    /** The multiplier of the hash: 2^64 divided by the golden ratio, which is odd. */
    private static final long MIX = 0x9E37_79B9_7F4A_7C15L;

    private final long[] slots;
    private final int[] pes;
    private final int me;

    /** The hash of the call in each of this PE's two notes; 0 until this team has written the note. */
    private final long[] noted = new long[2];

    /**
     * The lines of a team.
     *
     * @param slots for each member, the address of its slot in the node's control memory
     * @param pes the members' numbers in the job; not to be changed
     * @param me this PE's index in both
     */
    public BarrierLines(long[] slots, int[] pes, int me) {
        this.slots = slots;
        this.pes = pes;
        this.me = me;
    }

    int size() {
        return slots.length;
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
        return lineOf(slots[member], number) + SlotDescriptor.WORD;
    }

    /** The address of a member's payload. */
    long payload(int member, long number) {
        return lineOf(slots[member], number) + SlotDescriptor.PAYLOAD;
    }

    /** Writes this PE's note if it holds another call; returns the digest of the call, in bits 1 to 23. */
    long note(long number, CollectiveCall call, long first, long second, long third, long fourth) {
        final long hash = hash(call, first, second, third, fourth);
        if (noted[(int) number & 1] != hash) {
            final long note = noteOf(slots[me], number);
            Memory.put64(note + CALL, call.code());
            Memory.put64(note + ARGUMENT, first);
            Memory.put64(note + ARGUMENT + Long.BYTES, second);
            Memory.put64(note + ARGUMENT + 2 * Long.BYTES, third);
            Memory.put64(note + ARGUMENT + 3 * Long.BYTES, fourth);
            noted[(int) number & 1] = hash;
        }
        return digest(hash);
    }

    /** The hash of a call, never 0. {@link #note} takes equal hashes for equal calls. */
    private static long hash(CollectiveCall call, long first, long second, long third, long fourth) {
        long mixed = call.code();
        mixed = (mixed * MIX) ^ first;
        mixed = (mixed * MIX) ^ second;
        mixed = (mixed * MIX) ^ third;
        mixed = (mixed * MIX) ^ fourth;
        return (mixed ^ mixed >>> Integer.SIZE) * MIX | 1;
    }

    /** The digest in bits 1 to 23; two different calls have the same digest with a probability of 1 to 8 million. */
    private static long digest(long hash) {
        return hash >>> Long.SIZE - NUMBER_SHIFT & -2L;
    }

    /** The call in the note of a member, as text. */
    String call(int member, long number) {
        final long note = noteOf(slots[member], number);
        return CollectiveCall.of(Memory.get64(note + CALL))
                .format(
                        Memory.get64(note + ARGUMENT),
                        Memory.get64(note + ARGUMENT + Long.BYTES),
                        Memory.get64(note + ARGUMENT + 2 * Long.BYTES),
                        Memory.get64(note + ARGUMENT + 3 * Long.BYTES));
    }

    /**
     * The number in a word minus {@code number}, times 2^24: negative if the member has not arrived, 0 in this barrier.
     */
    static long lead(long word, long number) {
        return (word >>> NUMBER_SHIFT << NUMBER_SHIFT) - (number << NUMBER_SHIFT);
    }

    /** Whether a member has arrived at a barrier. */
    boolean hasCome(int member, long number) {
        return lead(Memory.get64Acquire(word(member, number)), number) >= 0;
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
        for (int member = 0; member < slots.length; member++) {
            if (!hasCome(member, number) && count++ < NAMED) {
                missing.append(missing.isEmpty() ? "PE " : ", PE ").append(pes[member]);
            }
        }
        if (count > NAMED) {
            missing.append(" and ").append(count - NAMED).append(" more");
        }
        return missing.isEmpty() ? NOBODY : missing.toString();
    }

    /** Copies the line and note of a member that has arrived at a barrier to an entry of a message. */
    void copy(int member, long number, long entry, int payloadBytes) {
        final long word = Memory.get64Acquire(word(member, number));
        // A later word belongs to the next team: its PE agreed to this team's last barrier, as our own word says.
        Memory.put64(entry + BarrierRelayInbox.WORD, lead(word, number) == 0 ? word : Memory.get64(word(me, number)));
        Memory.copy(noteOf(slots[member], number), entry + BarrierRelayInbox.NOTE, BarrierRelayInbox.NOTE_BYTES);
        if (payloadBytes > 0) {
            Memory.copyFew(payload(member, number), entry + BarrierRelayInbox.PAYLOAD, payloadBytes);
        }
    }

    /**
     * Writes the line and note of a message entry, unless the line has this number or a later one already. A line may
     * have a later number if its slot has passed to a team with another leader here. The last message of the old team
     * and the first one of the new team then go to different PEs of this node, which may write at the same time. No PE
     * waits for the old message any more, and it has no payload, so it is enough to protect the word, by
     * compare-and-exchange.
     */
    static void write(long slot, long number, long entry, int payloadBytes) {
        final long line = lineOf(slot, number);
        long current = Memory.get64Acquire(line + SlotDescriptor.WORD);
        if (lead(current, number) >= 0) {
            return;
        }
        Memory.copy(entry + BarrierRelayInbox.NOTE, noteOf(slot, number), BarrierRelayInbox.NOTE_BYTES);
        if (payloadBytes > 0) {
            Memory.copyFew(entry + BarrierRelayInbox.PAYLOAD, line + SlotDescriptor.PAYLOAD, payloadBytes);
        }
        final long word = Memory.get64(entry + BarrierRelayInbox.WORD);
        while (lead(current, number) < 0) {
            final long before = Memory.compareAndExchange64Volatile(line + SlotDescriptor.WORD, current, word);
            if (before == current) {
                return;
            }
            current = before;
        }
    }

    private static long lineOf(long slot, long number) {
        return slot + SlotDescriptor.LINES + (number & 1) * SlotDescriptor.LINE_BYTES;
    }

    private static long noteOf(long slot, long number) {
        return slot + SlotDescriptor.NOTES + (number & 1) * SlotDescriptor.LINE_BYTES;
    }
}
