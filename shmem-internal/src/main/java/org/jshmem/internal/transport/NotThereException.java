package org.jshmem.internal.transport;

/**
 * A PE has no such memory for other nodes: it was freed or reallocated, or another PE of its node has allocated it, to
 * whom the operation has to go.
 */
public final class NotThereException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /**
     * Makes one.
     *
     * @param message for the program
     */
    public NotThereException(String message) {
        super(message);
    }
}
