package org.jshmem.heap;

/** The operating system did not give the memory or the mapping that the heap needs. */
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
