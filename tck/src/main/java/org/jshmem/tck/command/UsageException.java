package org.jshmem.tck.command;

/** What the user asked for makes no sense; the message says what would. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }
}
