package org.jshmem.launcher;

/** The caller's mistake on the command line; the message names the argument, its value and the remedy. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }
}
