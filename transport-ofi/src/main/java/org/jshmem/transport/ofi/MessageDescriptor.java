package org.jshmem.transport.ofi;

/** Where the parts of a message are, in bytes, and its kinds. */
final class MessageDescriptor {
    /** The job's secret; a message without it is a stranger's. */
    static final int SECRET = 0;

    /** One of the kinds below, a byte. */
    static final int KIND = 8;

    /** The code of an atomic operation, a byte. */
    static final int OPERATION = 9;

    /** The width of an atomic operation, a byte. */
    static final int WIDTH = 10;

    /** The PE that sends, an int. */
    static final int SOURCE = 12;

    /** What follows in a message of the runtime. */
    static final int PAYLOAD = 16;

    /** The completion counter of an atomic operation, or the transport of an update; a long. */
    static final int ID = 16;

    /** The result in a reply, the number of updates in an acknowledgement, the word's offset elsewhere. */
    static final int OFFSET = 24;

    static final int RESULT = OFFSET;
    static final int COUNT = OFFSET;
    static final int REPLY_BYTES = 32;
    static final int OPERAND = 32;
    static final int UPDATE_BYTES = 40;
    static final int EXPECTED = 40;
    static final int ATOMIC_BYTES = 48;

    /** Of scattered blocks: from one to the next, their size, how many; and the blocks, side by side. */
    static final int STRIDE = 32;

    static final int BLOCK_BYTES = 40;
    static final int BLOCKS = 48;
    static final int DATA = 56;

    /** The size of all kinds but those of the runtime and scattered blocks. */
    static final int MOST_SMALL_BYTES = 64;

    /** The largest message of the runtime, without the header: blocks of 8 KiB and what goes along. */
    static final int MOST_PAYLOAD_BYTES = (8 << 10) + 256;

    static final int MOST_BYTES = PAYLOAD + MOST_PAYLOAD_BYTES;

    /** Kinds. */
    static final byte RUNTIME = 1;

    static final byte ATOMIC = 2;
    static final byte REPLY = 3;
    static final byte UPDATE = 4;
    static final byte ACKNOWLEDGEMENT = 5;
    static final byte SCATTER = 6;

    private MessageDescriptor() {}
}
