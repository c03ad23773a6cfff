package org.jshmem.launcher;

/**
 * Layout of the frames on the control socket, all numbers big-endian:
 *
 * <pre>
 *   int32  length of what follows
 *   byte   type
 *   ...    payload
 * </pre>
 */
final class FrameDescriptor {
    /** PE: {@code int pe, long pid, 16 bytes secret}; the first frame of every connection. */
    static final byte HELLO = 1;
    /**
     * PE: its contribution to an allgather. Launcher: {@code int n, n x (int length, bytes)}, once all PEs have sent
     * theirs.
     */
    static final byte GATHER = 2;
    /** PE: nothing; the library was shut down and the PE may end. */
    static final byte FINALIZED = 3;
    /** PE: {@code int status}; end the whole job with it. */
    static final byte GLOBAL_EXIT = 5;
    /** PE: {@code int status, UTF-8 message}; it cannot go on and will end with that status. */
    static final byte ABORT = 6;

    static final int LENGTH_BYTES = Integer.BYTES;
    static final int HELLO_PAYLOAD_BYTES = Integer.BYTES + Long.BYTES + JobIdentity.SECRET_BYTES;

    /** Type and payload; what PEs have to tell one another at the start is some kilobytes. */
    static final int MAX_FRAME_BYTES = 1 << 20;

    private FrameDescriptor() {}
}
