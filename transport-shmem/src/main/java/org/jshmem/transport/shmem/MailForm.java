package org.jshmem.transport.shmem;

import org.jshmem.heap.Memory;

/**
 * The form of a message in a ring, from which the receiver sees whether all of it has arrived.
 *
 * <p>A message is a number of words of 8 bytes. The highest bit of each is the mark of the lap, which alternates: it is
 * 1 in the first lap of a sender around the ring, 0 in the second. So a message has arrived when all of its words have
 * the mark of its lap, in whichever order they arrive and however often each of them is stored.
 *
 * <pre>
 *  words   content
 *  1       header: bytes of the payload, and above them the kind
 *  1 / 63  the highest bits of the payload's words, 63 in each
 *  words   the payload
 * </pre>
 *
 * <p>This relies on more than the specification promises: that a put stores an aligned word at once, or its last byte
 * last, and that it stores none again once a later put arrives. Networks write whole words, once; copies in memory
 * often store words in the middle twice, the second time after all words have arrived. So the receiver changes no word
 * that the sender writes.
 */
final class MailForm {
    /** The highest bit of a word, and the mark of the first lap. */
    static final long HIGHEST_BIT = Long.MIN_VALUE;

    /** In place of a header: the rest of the ring is not used. */
    static final long SKIP = 0xffff_ffffL;

    /** Bits that a word has for others. */
    private static final int FREE_BITS = Long.SIZE - 1;

    private static final int SIZE_BITS = 32;

    private MailForm() {}

    /** The size of a message. */
    static int bytes(int payloadBytes) {
        return start(payloadBytes) + words(payloadBytes) * Long.BYTES;
    }

    /** The largest payload of messages of a size, which is a multiple of 8. */
    static int mostPayload(int messageBytes) {
        return (messageBytes / Long.BYTES - 1) * FREE_BITS / (FREE_BITS + 1) * Long.BYTES;
    }

    /** Where in a message the payload starts. */
    static int start(int payloadBytes) {
        return (1 + (words(payloadBytes) + FREE_BITS - 1) / FREE_BITS) * Long.BYTES;
    }

    private static int words(int bytes) {
        return (bytes + Long.BYTES - 1) / Long.BYTES;
    }

    /** Completes a message whose payload is in its place. */
    static void mark(long message, int kind, int payloadBytes, long mark) {
        Memory.put64(message, mark | (long) kind << SIZE_BITS | payloadBytes);
        final long payload = message + start(payloadBytes);
        final int words = words(payloadBytes);
        long highest = message;
        long bits = 0;
        for (int i = 0; i < words; i++) {
            final long word = Memory.get64(payload + (long) i * Long.BYTES);
            Memory.put64(payload + (long) i * Long.BYTES, word & ~HIGHEST_BIT | mark);
            if (i % FREE_BITS == 0) {
                highest += Long.BYTES;
                bits = mark;
            }
            bits |= word >>> FREE_BITS << i % FREE_BITS;
            Memory.put64(highest, bits);
        }
    }

    /** What a message starts with; negative if that has not arrived yet. */
    static long header(long message, long mark) {
        return Memory.get64Acquire(message) ^ mark;
    }

    static int kind(long header) {
        return (int) (header >>> SIZE_BITS);
    }

    static int payloadBytes(long header) {
        return (int) header;
    }

    /** Whether all of a message has arrived. */
    static boolean isComplete(long message, int bytes, long mark) {
        for (long word = message + bytes - Long.BYTES; word > message; word -= Long.BYTES) {
            if ((Memory.get64Acquire(word) ^ mark) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Copies the payload of a complete message. */
    static void copyPayload(long message, int payloadBytes, long dest) {
        final long payload = message + start(payloadBytes);
        final int words = words(payloadBytes);
        for (int i = 0; i < words; i++) {
            final long highest = Memory.get64(message + (1L + i / FREE_BITS) * Long.BYTES);
            final long word = Memory.get64(payload + (long) i * Long.BYTES);
            Memory.put64(dest + (long) i * Long.BYTES, word & ~HIGHEST_BIT | highest >>> i % FREE_BITS << FREE_BITS);
        }
    }
}
