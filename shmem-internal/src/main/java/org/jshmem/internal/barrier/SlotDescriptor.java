package org.jshmem.internal.barrier;

import org.jshmem.heap.NodeLayout;

/**
 * Where things are in one slot of a PE's control memory, in bytes from its start. Only {@link #TAKEN_PIECES} and what
 * belongs to a {@link CentralCounter} are written by others than its PE.
 */
public final class SlotDescriptor {
    /** The distance between things that should not share a cache line, nor one that is fetched along with it. */
    static final long LINE_BYTES = 128;

    /** Two lines, used in turn: the word of a barrier and what the PE brings to it. */
    static final long LINES = 0;

    /** The word in a line. */
    static final long WORD = 0;

    /** What the PE brings, in a line. */
    static final long PAYLOAD = 8;

    /** The largest payload: what a line has room for. */
    public static final int PAYLOAD_BYTES = (int) (LINE_BYTES - PAYLOAD);

    /** Two notes, used in turn: what the PE calls. */
    static final long NOTES = 2 * LINE_BYTES;

    /** A counter of pieces of work taken from this PE's share of a collective. */
    public static final long TAKEN_PIECES = 4 * LINE_BYTES;

    /** The counter of a {@link CentralCounter}. */
    static final long COUNT = 5 * LINE_BYTES;

    /** The word that ends a barrier at a {@link CentralCounter}. */
    static final long OUTCOME = COUNT + LINE_BYTES / 2;

    /** What the last PE at a {@link CentralCounter} has calculated for all. */
    static final long RESULT = 6 * LINE_BYTES;

    static final long END = 7 * LINE_BYTES;

    static {
        assert END <= NodeLayout.SLOT_BYTES;
    }

    private SlotDescriptor() {}
}
