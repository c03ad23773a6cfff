package org.jshmem.messages;

/** Reads a message in place. */
@FunctionalInterface
public interface MessageVisitor {
    /**
     * Reads a message. The view and the memory behind it are valid only during the call.
     *
     * @param message what was received
     */
    void visit(MessageView message);
}
