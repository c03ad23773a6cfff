package org.jshmem.bootstrap;

/**
 * What {@code shmemrun} and its PEs say to each other: variables of the environment, and frames on a Unix socket. Both
 * sides are compiled with these constants; the launcher needs nothing of this module when it runs.
 *
 * <p>A frame, all numbers big-endian:
 *
 * <pre>
 *   int32  length of what follows
 *   byte   type
 *   ...    payload
 * </pre>
 */
public final class LauncherProtocol {
    /** The version of all that follows; to be raised with every change. The first thing that a PE says. */
    public static final int VERSION = 1;

    /** The variable with the abstract name of the socket. */
    public static final String CONTROL = "JSHMEM_CONTROL";

    /** The variable with the number of the PE. */
    public static final String PE = "JSHMEM_PE";

    /** The variable with the number of PEs. */
    public static final String NPES = "JSHMEM_NPES";

    /** The variable with the job's secret, in hexadecimal digits. */
    public static final String SECRET = "JSHMEM_SECRET";

    /** The variable with the launcher's pid. */
    public static final String LAUNCHER_PID = "JSHMEM_LAUNCHER_PID";

    /** PE: {@code int version, int pe, long pid, 16 bytes secret}; the first frame of every connection. */
    public static final byte HELLO = 1;

    /**
     * PE: its contribution to an allgather. Launcher: {@code int n, n x (int length, bytes)}, once all PEs have sent
     * theirs.
     */
    public static final byte GATHER = 2;

    /** PE: nothing; the library was shut down and the PE may end. */
    public static final byte FINISHED = 3;

    /** PE: {@code int status}; end the whole job with it. */
    public static final byte GLOBAL_EXIT = 5;

    /** PE: {@code int status, UTF-8 message}; it cannot go on and will end with that status. */
    public static final byte ABORT = 6;

    /** The size of a frame's length. */
    public static final int LENGTH_BYTES = Integer.BYTES;

    /** The size of a job's secret. */
    public static final int SECRET_BYTES = 16;

    /** The size of the payload of {@link #HELLO}. */
    public static final int HELLO_PAYLOAD_BYTES = 2 * Integer.BYTES + Long.BYTES + SECRET_BYTES;

    /**
     * The most that a PE may send, type and payload; what PEs have to tell one another at the start is some kilobytes.
     */
    public static final int MAX_FRAME_BYTES = 1 << 20;

    private LauncherProtocol() {}
}
