package org.jshmem.launcher;

import java.nio.file.InvalidPathException;

/** The caller's mistake on the command line; the message names the argument, its value and the remedy. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }

    /** A name with characters that the JVM cannot pass to the system, since the locale has none of them. */
    static UsageException of(InvalidPathException e) {
        return new UsageException(e.getInput() + " is not a path in the locale of this process (" + e.getReason()
                + "); set LC_ALL=C.UTF-8");
    }
}
