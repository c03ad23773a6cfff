package org.jshmem.internal.messages;

import org.jshmem.heap.NodeLayout;

/**
 * The layout of a PE's memory for messages ({@link NodeLayout#messagesOffset}), which all PEs of the node use:
 *
 * <pre>
 *        0  tail of the ring    tickets given out so far
 *      128  head of the ring    slots that are free again
 *      256  slots               {@link #SLOTS} slots of {@link #SLOT_BYTES} bytes
 *           records             {@link #RECORDS} records of {@link #RECORD_BYTES} bytes
 * </pre>
 *
 * <p><b>Slot.</b> A message of up to {@link #FIRST_BYTES} bytes is in one slot. A larger one that is sent by value goes
 * on in the slots behind it, of which each holds {@link #MORE_BYTES} bytes.
 *
 * <pre>
 *  offset  size  field
 *       0     8  NUMBER   ticket + 1, written last
 *       8     4  TAG
 *      12     4  SOURCE   the sender's number in the team
 *      16     4  SPACE    the matching space
 *      20     1  PROTOCOL INLINE, REFERENCE, COPY, PIPE, GIVE or NOTHING
 *      21     1  KIND     type of the elements
 *      22     2  RECORD   index of the sender's record plus 1; 0 for none
 *      24     8  BYTES    size of the message
 *      32        DATA     INLINE: the message
 *                         REFERENCE, COPY, PIPE: where the data are, in bytes from the start of the node's memory
 *                         GIVE: handle of the block
 *
 *       8        MORE     of a slot behind the first: the message goes on
 * </pre>
 *
 * <p><b>Record.</b> The state of a message that stays with the sender until the receiver has it. Sender and receiver
 * have a line each, so that they do not write the same one.
 *
 * <pre>
 *       0     8  FILLED   PIPE: pieces that the sender has filled
 *       8     8  MOVED    REFERENCE: where the data are after the sender has moved them
 *                         PIPE: not 0 if the sender has failed
 *     128     8  STATE    one of the states below
 *     136     8  DRAINED  PIPE: pieces that the receiver has taken
 *     144     8  DEST     where to copy, in bytes from the start of the node's memory
 *     152     8  NEXT     the next block to copy
 *     160     8  COPIED   blocks that are copied
 * </pre>
 */
final class MessageArea {
    static final long TAIL = 0;
    static final long HEAD = 128;
    private static final long SLOTS_OFFSET = 256;

    /** Slots of a ring: a power of two. */
    static final int SLOTS = 64;

    static final int SLOT_BYTES = 512;

    static final int NUMBER = 0;
    static final int TAG = 8;
    static final int SOURCE = 12;
    static final int SPACE = 16;
    static final int PROTOCOL = 20;
    static final int BYTES = 24;
    static final int DATA = 32;
    static final int MORE = 8;

    /** Bytes of a message in its first slot. */
    static final int FIRST_BYTES = SLOT_BYTES - DATA;

    /** Bytes of a message in each further slot. */
    static final int MORE_BYTES = SLOT_BYTES - MORE;

    /** The most slots of a message: so that many fit beside those whose release the receiver has not announced yet. */
    static final int MOST_SLOTS = SLOTS / 2;

    /** The most bytes of a message that is sent by value. */
    static final int MOST_INLINE_BYTES = FIRST_BYTES + (MOST_SLOTS - 1) * MORE_BYTES;

    /** Protocols. Slots that the receiver passes over, as the data of their message could not be read. */
    static final int NOTHING = 0;

    static final int INLINE = 1;

    static final int REFERENCE = 2;
    static final int PIPE = 3;
    static final int GIVE = 4;

    /** Of a message from another node whose data are still there. */
    static final int REMOTE = 5;

    /** By reference to a copy, which is the record's until the receiver has taken it. */
    static final int COPY = 6;

    static final int RECORDS = 512;
    static final int RECORD_BYTES = 256;
    static final long FILLED = 0;
    static final long MOVED = 8;
    static final long STATE = 128;
    static final long DRAINED = 136;
    static final long DEST = 144;
    static final long NEXT = 152;
    static final long COPIED = 160;

    /** The receiver has not come yet; the sender may move the data. */
    static final long POSTED = 1;

    /** The sender is moving the data. */
    static final long MOVING = 2;

    /** The data are at {@link #MOVED}. */
    static final long IS_MOVED = 3;

    /** The receiver copies. */
    static final long TAKEN = 4;

    /** Sender and receiver copy blocks. */
    static final long OPEN = 5;

    /** The receiver has the message, and does not look at the record again. */
    static final long DONE = 6;

    /** The sender has closed its matching space before the receiver came. */
    static final long WITHDRAWN = 7;

    private static final long RECORDS_OFFSET = SLOTS_OFFSET + (long) SLOTS * SLOT_BYTES;

    /** What a PE uses of it. */
    static final long USED_BYTES = RECORDS_OFFSET + (long) RECORDS * RECORD_BYTES;

    static {
        if (USED_BYTES > NodeLayout.MESSAGE_BYTES) {
            throw new ExceptionInInitializerError("NodeLayout.MESSAGE_BYTES is less than " + USED_BYTES);
        }
    }

    private MessageArea() {}

    /** The address of a slot. */
    static long slot(long area, long ticket) {
        return area + SLOTS_OFFSET + (ticket & (SLOTS - 1)) * SLOT_BYTES;
    }

    /** The address of a record. */
    static long record(long area, int index) {
        return area + RECORDS_OFFSET + (long) index * RECORD_BYTES;
    }

    /** The slots of a message that is sent by value. */
    static int slots(long bytes) {
        return bytes <= FIRST_BYTES ? 1 : 1 + (int) ((bytes - FIRST_BYTES + MORE_BYTES - 1) / MORE_BYTES);
    }
}
