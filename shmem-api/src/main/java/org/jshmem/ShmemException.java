package org.jshmem;

import org.jshmem.spi.RuntimeEvents;

/**
 * The environment did not do what the library needs: the operating system, the launcher or another PE.
 *
 * <p>A caller's mistake is an {@link IllegalArgumentException}, {@link IndexOutOfBoundsException},
 * {@link NullPointerException} or {@link IllegalStateException} instead.
 *
 * <p>Tools are told of each as it is made ({@link RuntimeEvents}), so that those are seen, too, that a program catches.
 */
public class ShmemException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message only.
     *
     * @param message what failed, with what values, and what to do about it
     */
    public ShmemException(String message) {
        super(message);
        RuntimeEvents.ALL.problem(message);
    }

    /**
     * With a message and a cause.
     *
     * @param message what failed, with what values, and what to do about it
     * @param cause why
     */
    public ShmemException(String message, Throwable cause) {
        super(message, cause);
        if (!(cause instanceof ShmemException)) { // of which the tools know
            RuntimeEvents.ALL.problem(message);
        }
    }
}
