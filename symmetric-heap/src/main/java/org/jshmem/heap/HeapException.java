package org.jshmem.heap;

/** Thrown if the operating system refuses memory or a mapping that the heap needs. */
public final class HeapException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * With a message.
     *
     * @param message what failed and what to do about it
     */
    public HeapException(String message) {
        super(message);
    }
}
