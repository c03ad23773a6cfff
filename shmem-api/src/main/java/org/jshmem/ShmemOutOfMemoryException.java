package org.jshmem;

/**
 * Thrown when a heap, or the machine's memory behind it, cannot hold an allocation. Nothing has been allocated then,
 * and the library can still be used.
 *
 * <p>A collective call throws it on every PE. An allocation of shared memory throws it on the calling PE only.
 */
public final class ShmemOutOfMemoryException extends ShmemException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception with a message.
     *
     * @param message what was requested, what is available, and what to do about it
     */
    public ShmemOutOfMemoryException(String message) {
        super(message);
    }
}
