package org.jshmem.libfabric;

/** A call of libfabric failed, or the library cannot be used. */
public final class FabricException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int errno;

    /**
     * Creates an exception without an error number.
     *
     * @param message what went wrong, and what to do
     * @param cause may be null
     */
    public FabricException(String message, Throwable cause) {
        super(message, cause);
        this.errno = 0;
    }

    FabricException(String call, int errno, String text) {
        super(call + " failed: " + text + " (" + errno + ")");
        this.errno = errno;
    }

    /**
     * The error number.
     *
     * @return positive, for example {@link Fi#EAGAIN}; 0 if there is none
     */
    public int errno() {
        return errno;
    }
}
