package org.jshmem.messages;

import org.jshmem.spi.ElementKind;

/**
 * The sender, the tag and the size of a message that has arrived. A receive or probe fills it. A program can reuse one
 * object.
 */
public final class Envelope {
    private int source = Messages.PE_NONE;
    private int tag;
    private long bytes;
    private ElementKind type;

    /** Creates an envelope without a message. */
    public Envelope() {}

    /**
     * The sender.
     *
     * @return its number in the team; {@link Messages#PE_NONE} for a receive from there, and before any message
     */
    public int source() {
        return source;
    }

    /**
     * The tag.
     *
     * @return 0 or more; {@link Messages#ANY_TAG} after a receive from {@link Messages#PE_NONE}
     */
    public int tag() {
        return tag;
    }

    /**
     * The size of the message.
     *
     * @return bytes
     */
    public long bytes() {
        return bytes;
    }

    /**
     * The number of elements of the message.
     *
     * @return elements of its type; bytes if it was sent from a segment
     */
    public long nelems() {
        return type == null ? bytes : bytes / type.bytes;
    }

    /**
     * The type of the elements.
     *
     * @return null if the message was sent from a segment
     */
    public ElementKind type() {
        return type;
    }

    /**
     * Describes a message; for the library.
     *
     * @param from the sender's number in the team
     * @param messageTag its tag
     * @param size bytes
     * @param elements their type; null for bytes of a segment
     */
    public void set(int from, int messageTag, long size, ElementKind elements) {
        source = from;
        tag = messageTag;
        bytes = size;
        type = elements;
    }

    @Override
    public String toString() {
        return "message of PE " + source + " with tag " + tag + ", " + nelems() + " "
                + (type == null ? "bytes" : "elements of type " + type);
    }
}
