package org.jshmem.internal.messages;

/**
 * The spaces, records, receives and memory that the messages of a PE occupy.
 *
 * @param spaces matching spaces that are open, or that only an exception has closed
 * @param records records of messages that the receivers have not taken completely
 * @param receives receives that no message has matched
 * @param keptBytes shared memory that is kept for later messages
 */
public record MessageUse(int spaces, int records, int receives, long keptBytes) {
    /** Nothing. */
    public static final MessageUse NONE = new MessageUse(0, 0, 0, 0);
}
