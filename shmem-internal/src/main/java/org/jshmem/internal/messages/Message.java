package org.jshmem.internal.messages;

import org.jshmem.messages.Envelope;
import org.jshmem.messages.MessageVisitor;
import org.jshmem.spi.ElementKind;

/**
 * A message that has reached this PE: its envelope, and where its data are. In a matching space's queue if unmatched.
 */
final class Message {
    private static final ElementKind[] KINDS = ElementKind.values();

    /** The kind of a message that was sent from a segment. */
    static final int BYTES = KINDS.length;

    /** Null if it has ended here. */
    MessageSpace space;

    int source;
    int tag;
    int kind;
    int protocol;
    long bytes;

    /**
     * INLINE, REFERENCE, COPY, PIPE: the address of the data. GIVE: the block's handle. REMOTE: where they are, see
     * {@link OfferedMemory#offset}.
     */
    long data;

    /** Address of the sender's record; 0 for none. */
    long record;

    /** Of a PE of another node: the number of its request; 0 for none. */
    long senderId;

    /** Its place in the order of arrival. */
    long order;

    /** INLINE: the private memory that holds the data; null while they are in the ring. */
    PrivateBuffer buffer;

    /** INLINE: false until the last slot has come. */
    boolean isComplete;

    /** INLINE: whether the rest of it is forgotten as it comes, as its space has ended. */
    boolean isStray;

    /** Whether {@link #buffer} is that of a packet from another node. */
    boolean isPacket;

    /** INLINE: the request that gets the message when it is complete. */
    MessageRequest claimedBy;

    /** The handler that gets it; only while that is called. */
    MessageVisitor handler;

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

    /** The sender's number in the job. */
    int worldSource() {
        return space.worldPe(source);
    }

    /** Whether nothing has come to its space after it. */
    boolean isLatest() {
        return order == space.arrivals() - 1;
    }

    /** Has its data asked for, if it is one that is offered, so that its receiver learns that it comes too late. */
    void withdraw(int ofSource, long id) {
        if (source == ofSource && senderId == id && protocol == MessageArea.REMOTE) {
            data = OfferedMemory.ELSEWHERE;
        }
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
