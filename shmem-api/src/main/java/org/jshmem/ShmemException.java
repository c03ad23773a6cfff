package org.jshmem;

/**
 * The environment did not do what the library needs: the operating system, the launcher or another PE.
 *
 * <p>A caller's mistake is an {@link IllegalArgumentException}, {@link IndexOutOfBoundsException},
 * {@link NullPointerException} or {@link IllegalStateException} instead.
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
    }

    /**
     * With a message and a cause.
     *
     * @param message what failed, with what values, and what to do about it
     * @param cause why
     */
    public ShmemException(String message, Throwable cause) {
        super(message, cause);
    }
}
