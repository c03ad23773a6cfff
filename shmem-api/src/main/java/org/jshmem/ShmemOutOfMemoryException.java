package org.jshmem;

/**
 * The symmetric heap, or the machine's memory behind it, cannot hold an allocation.
 *
 * <p>Thrown by the same call on every PE; no PE has allocated anything and the library goes on working.
 */
public final class ShmemOutOfMemoryException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message.
     *
     * @param message what was asked for, what there is, and what to do about it
     */
    public ShmemOutOfMemoryException(String message) {
        super(message);
    }
}
