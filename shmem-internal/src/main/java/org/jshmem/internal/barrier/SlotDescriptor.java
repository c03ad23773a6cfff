package org.jshmem.internal.barrier;

import org.jshmem.heap.NodeLayout;

/**
 * The layout of one slot of a PE's control memory: offsets in bytes. Only {@link #TAKEN_PIECES} and the fields of a
 * {@link CentralCounter} are written by other PEs. The lines and notes of PEs on other nodes are written by
 * {@link BarrierRelayInbox}.
 */
public final class SlotDescriptor {
    /** The distance between data of different writers: two cache lines, because of adjacent-line prefetch. */
    static final long LINE_BYTES = 128;

    /** Two lines, which alternate from barrier to barrier: the word of a barrier and the payload. */
    static final long LINES = 0;

    /** The offset of the word in a line. */
    static final long WORD = 0;

    /** The offset of the payload in a line. */
    static final long PAYLOAD = 8;

    /** The largest payload, in bytes: the rest of the line. */
    public static final int PAYLOAD_BYTES = (int) (LINE_BYTES - PAYLOAD);

    /** Two notes, which alternate in the same way: the call of the PE. */
    static final long NOTES = 2 * LINE_BYTES;

    /** A counter of pieces of work taken from this PE's share of a collective. */
    public static final long TAKEN_PIECES = 4 * LINE_BYTES;

    /** The counter of a {@link CentralCounter}. */
    static final long COUNT = 5 * LINE_BYTES;

    /** The word that ends a barrier at a {@link CentralCounter}. */
    static final long OUTCOME = COUNT + LINE_BYTES / 2;

    /** The result that the last PE at a {@link CentralCounter} has computed for all. */
    static final long RESULT = 6 * LINE_BYTES;

    static final long END = 7 * LINE_BYTES;

    static {
        assert END <= NodeLayout.SLOT_BYTES;
    }

    private SlotDescriptor() {}
}
