package org.jshmem.internal.messages;

import org.jshmem.heap.Memory;

/** Writes and reads the header of a slot ({@link MessageArea}) in three words. */
final class SlotHeader {
    private SlotHeader() {}

    /** Writes a header; the fewer stores, the less while the receiver looks at the same line. */
    static void write(long slot, MessageSpace space, int tag, int kind, int protocol, int record, long bytes) {
        Memory.put64(slot + MessageArea.TAG, label(space.me, tag));
        Memory.put64(slot + MessageArea.SPACE, kinds(space, record, kind, protocol));
        Memory.put64(slot + MessageArea.BYTES, bytes);
    }

    /** Writes the header of a slot without a message. */
    static void writeNothing(long slot) {
        Memory.put64(slot + MessageArea.SPACE, (long) MessageArea.NOTHING << Integer.SIZE);
        Memory.put64(slot + MessageArea.BYTES, 0);
    }

    /** Who sends, and the tag. */
    static long label(int source, int tag) {
        return (long) source << Integer.SIZE | Integer.toUnsignedLong(tag);
    }

    /** The matching space, and what kind of message it is. */
    static long kinds(MessageSpace space, int record, int kind, int protocol) {
        final int word = record << 16 | kind << 8 | protocol;
        return (long) word << Integer.SIZE | Integer.toUnsignedLong(space.id());
    }

    /**
     * Reads a header, all but the record and the data.
     *
     * @return the index of the record plus 1; 0 for none
     */
    static int read(long slot, Message message, Spaces spaces) {
        final long label = Memory.get64(slot + MessageArea.TAG);
        final long kinds = Memory.get64(slot + MessageArea.SPACE);
        message.tag = (int) label;
        message.source = (int) (label >>> Integer.SIZE);
        message.space = spaces.find((int) kinds);
        final int word = (int) (kinds >>> Integer.SIZE);
        message.protocol = word & 0xff;
        message.kind = word >>> 8 & 0xff;
        message.bytes = Memory.get64(slot + MessageArea.BYTES);
        return word >>> 16;
    }
}
