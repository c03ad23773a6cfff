package org.jshmem;

import org.jshmem.spi.RuntimeEvents;

/**
 * Thrown when the environment does not do what the library needs: the operating system, the launcher or another PE.
 *
 * <p>A caller's mistake throws {@link IllegalArgumentException}, {@link IndexOutOfBoundsException},
 * {@link NullPointerException} or {@link IllegalStateException} instead.
 *
 * <p>Tools are told of each exception when it is created ({@link RuntimeEvents}), so they also see exceptions that the
 * program catches.
 */
public class ShmemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception with a message.
     *
     * @param message what failed, with what values, and what to do about it
     */
    public ShmemException(String message) {
        super(message);
        RuntimeEvents.ALL.problem(message);
    }

    /**
     * Creates an exception with a message and a cause.
     *
     * @param message what failed, with what values, and what to do about it
     * @param cause the cause
     */
    public ShmemException(String message, Throwable cause) {
        super(message, cause);
        if (!(cause instanceof ShmemException)) { // of which the tools know
            RuntimeEvents.ALL.problem(message);
        }
    }
}
