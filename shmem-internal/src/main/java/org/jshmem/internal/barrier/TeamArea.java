package org.jshmem.internal.barrier;

import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;

/**
 * The control memory of a team on one node: what its PEs have in common, then a slot for each of them, and then a line
 * for each group of a {@link BarrierTree}. A slot is written by its PE only, but for {@link #TAKEN_PIECES}.
 *
 * <p>An area is made for a team and is 0 at first. Its memory is used again when all PEs of the node {@linkplain #leave
 * have left} the team, so that no PE still reads it.
 */
public final class TeamArea {
    /** The distance between data of different writers: two cache lines, because of adjacent-line prefetch. */
    static final long LINE_BYTES = 128;

    /** Counts the PEs that have left the team. */
    private static final long LEFT = 0;

    /** The counter of a {@link CentralCounter}. */
    static final long COUNT = LINE_BYTES;

    /** The word of an {@link OutcomeLine}. */
    static final long OUTCOME = COUNT + LINE_BYTES / 2;

    /** Where the payloads of all PEs of a team on several nodes are; of an {@link OutcomeLine}. */
    static final long GATHERED = OUTCOME + Long.BYTES;

    /** The result of an {@link OutcomeLine}. */
    static final long RESULT = 2 * LINE_BYTES;

    private static final long HEADER_END = 3 * LINE_BYTES;

    /** In a slot, two lines, which alternate from barrier to barrier: the word of a barrier and the payload. */
    static final long LINES = 0;

    /** The offset of the word in a line. */
    static final long WORD = 0;

    /** The offset of the payload in a line. */
    static final long PAYLOAD = 8;

    /** The largest payload, in bytes: the rest of the line. */
    public static final int PAYLOAD_BYTES = (int) (LINE_BYTES - PAYLOAD);

    /** In a slot, a counter of pieces of work taken from the PE's share of a collective. */
    private static final long TAKEN_PIECES = 2 * LINE_BYTES;

    /** In a slot, the second word of the head of a group. */
    static final long HEAD_WORD = TAKEN_PIECES + LINE_BYTES / 2;

    private static final long SLOT_END = 3 * LINE_BYTES;

    static {
        assert HEADER_END <= NodeLayout.TEAM_HEADER_BYTES;
        assert SLOT_END <= NodeLayout.TEAM_SLOT_BYTES;
        assert LINE_BYTES <= NodeLayout.TEAM_GROUP_BYTES;
    }

    private final long address;
    private final int members;

    /**
     * An area.
     *
     * @param address where it is
     * @param members PEs of the team on this node
     */
    public TeamArea(long address, int members) {
        this.address = address;
        this.members = members;
    }

    /** The address. */
    public long address() {
        return address;
    }

    /** The PEs of the team on this node. */
    public int members() {
        return members;
    }

    /** The address of a member's slot. */
    long slot(int member) {
        return address + NodeLayout.TEAM_HEADER_BYTES + member * NodeLayout.TEAM_SLOT_BYTES;
    }

    /** The address of the line of a group. */
    long group(int index) {
        return slot(members) + index * NodeLayout.TEAM_GROUP_BYTES;
    }

    /** The address of the counter of pieces of work taken from a member's share of a collective. */
    public long takenPieces(int member) {
        return slot(member) + TAKEN_PIECES;
    }

    /** Notes that this PE has left the team; it does not use the area any more. */
    public void leave() {
        Memory.getAndAdd64Volatile(address + LEFT, 1);
    }

    /** Whether all PEs of this node have left the team. */
    public boolean hasBeenLeft() {
        return Memory.get64Acquire(address + LEFT) == members;
    }
}
