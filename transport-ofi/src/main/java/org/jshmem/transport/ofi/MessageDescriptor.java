package org.jshmem.transport.ofi;

/**
 * The layout of a message: a header of 16 bytes, and the fields of its kind.
 *
 * <pre>
 *  offset  size  field
 *       0     8  SECRET       the job's secret; a message without it is dropped
 *       8     1  KIND         one of the kinds below
 *       9     1  OPERATION    ATOMIC, UPDATE: code of the operation
 *      10     1  WIDTH        ATOMIC, UPDATE: bytes of the word
 *      11     1               unused
 *      12     4  SOURCE       the sending PE
 *
 *      16        PAYLOAD      RUNTIME, PROGRAM, WIRE_UP: the message of the runtime, of the program or of an AddressExchange, up to the end
 *
 *      16     8  ID           ATOMIC, KEY, REPLY, REFUSAL: completion counter; other kinds: transport of the sender of updates
 *      24     8  OFFSET       ATOMIC, KEY, UPDATE, SCATTER: bytes from the start of the heap, or a SharedOffset
 *                RESULT       REPLY: the value before the operation, or the key; REFUSAL: why there is no key
 *                COUNT        ACKNOWLEDGEMENT: number of updates
 *      32     8  OPERAND      ATOMIC, UPDATE
 *                STRIDE       SCATTER: bytes from one block to the next in the heap
 *      40     8  EXPECTED     ATOMIC: comparand of a compare-and-swap
 *                BLOCK_BYTES  SCATTER: bytes of a block
 *      48     8  BLOCKS       SCATTER: number of blocks
 *      56        DATA         SCATTER: the blocks, one after the other, up to the end
 *
 *      24        BATCH_DATA   BATCH, RESULTS: records or results in the form of BatchLayout, up to the end
 * </pre>
 */
final class MessageDescriptor {
    static final int SECRET = 0;
    static final int KIND = 8;
    static final int OPERATION = 9;
    static final int WIDTH = 10;
    static final int SOURCE = 12;

    static final int PAYLOAD = 16;

    static final int ID = 16;
    static final int OFFSET = 24;
    static final int RESULT = OFFSET;
    static final int COUNT = OFFSET;

    /** Bytes of a REPLY or ACKNOWLEDGEMENT. */
    static final int REPLY_BYTES = 32;

    static final int OPERAND = 32;

    /** Bytes of an UPDATE. */
    static final int UPDATE_BYTES = 40;

    static final int EXPECTED = 40;

    /** Bytes of an ATOMIC. */
    static final int ATOMIC_BYTES = 48;

    static final int STRIDE = 32;
    static final int BLOCK_BYTES = 40;
    static final int BLOCKS = 48;
    static final int DATA = 56;

    static final int BATCH_DATA = 24;

    /** Upper bound for all kinds except RUNTIME, PROGRAM, WIRE_UP, SCATTER, BATCH and RESULTS. */
    static final int MOST_SMALL_BYTES = 64;

    /** Most bytes of a payload: blocks of 8 KiB, and the barrier line that they accompany. */
    static final int MOST_PAYLOAD_BYTES = (8 << 10) + 256;

    static final int MOST_BYTES = PAYLOAD + MOST_PAYLOAD_BYTES;

    /** The kinds. */
    static final byte RUNTIME = 1;

    static final byte ATOMIC = 2;
    static final byte REPLY = 3;
    static final byte UPDATE = 4;
    static final byte ACKNOWLEDGEMENT = 5;
    static final byte SCATTER = 6;
    static final byte PROGRAM = 7;

    /** Asks for the key of a place in memory; has the fields of an ATOMIC. */
    static final byte KEY = 8;

    /** Answers a KEY in place of a REPLY. */
    static final byte REFUSAL = 9;

    static final byte WIRE_UP = 10;

    /** Small operations of a session. */
    static final byte BATCH = 11;

    /** Acknowledges a BATCH, some of whose operations have results. */
    static final byte RESULTS = 12;

    /** The reasons of a REFUSAL: there is no such memory. */
    static final long GONE = 1;

    /** It cannot be registered. */
    static final long NOT_REGISTERED = 2;

    private MessageDescriptor() {}
}
