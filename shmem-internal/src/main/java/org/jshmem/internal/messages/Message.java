package org.jshmem.internal.messages;

import org.jshmem.messages.Envelope;
import org.jshmem.spi.ElementKind;

/**
 * A message that has reached this PE: its envelope, and where its data are. In a matching space's queue if unmatched.
 */
final class Message {
    private static final ElementKind[] KINDS = ElementKind.values();

    /** The kind of a message that was sent from a segment. */
    static final int BYTES = KINDS.length;

    int space;
    int source;
    int tag;
    int kind;
    int protocol;
    long bytes;

    /**
     * INLINE, REFERENCE, PIPE: the address of the data. GIVE: the block's handle. REMOTE: where they are in the
     * sender's symmetric heap, or −1.
     */
    long data;

    /** Address of the sender's record; 0 for none. */
    long record;

    /** Of a PE of another node: the number of its request; 0 for none. */
    long senderId;

    /** INLINE: the private memory that holds the data; null while they are in the ring. */
    PrivateBuffer buffer;

    /** INLINE: false until the last slot has come. */
    boolean isComplete;

    /** INLINE: whether it is forgotten when it is complete, as its space has ended. */
    boolean isStray;

    /** Whether {@link #buffer} is that of a packet from another node. */
    boolean isPacket;

    /** INLINE: the request that gets the message when it is complete. */
    MessageRequest claimedBy;

    /** Neighbours among all unmatched messages of the space. */
    Message previous;

    Message next;

    /** Neighbours among those of the same sender; {@link #nextOfSource} also links unused objects. */
    Message previousOfSource;

    Message nextOfSource;

    static int code(ElementKind type) {
        return type == null ? BYTES : type.ordinal();
    }

    static ElementKind type(int kind) {
        return kind == BYTES ? null : KINDS[kind];
    }

    /** Whether elements of two kinds may be moved from one to the other. */
    static boolean suits(int kind, int other) {
        return kind == other || kind == BYTES || other == BYTES;
    }

    /** Makes this describe the same message. */
    Message like(Message other) {
        space = other.space;
        source = other.source;
        tag = other.tag;
        kind = other.kind;
        protocol = other.protocol;
        bytes = other.bytes;
        data = other.data;
        record = other.record;
        senderId = other.senderId;
        isComplete = other.isComplete;
        return this;
    }

    boolean matches(int ofTag) {
        return ofTag == tag || ofTag == MessageSpace.ANY;
    }

    void describe(Envelope envelope) {
        if (envelope != null) {
            envelope.set(source, tag, bytes, type(kind));
        }
    }

    @Override
    public String toString() {
        return "tag " + tag + " of PE " + source + " (" + bytes + " bytes)";
    }
}
