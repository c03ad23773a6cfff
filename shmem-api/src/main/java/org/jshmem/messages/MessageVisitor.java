package org.jshmem.messages;

/** Reads a message where it is. */
@FunctionalInterface
public interface MessageVisitor {
    /**
     * Reads a message. The view, and the memory behind it, are valid during the call only.
     *
     * @param message what was received
     */
    void visit(MessageView message);
}
