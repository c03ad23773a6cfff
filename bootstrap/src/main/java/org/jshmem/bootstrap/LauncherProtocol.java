package org.jshmem.bootstrap;

/**
 * Defines the protocol between {@code shmemrun} and its PEs: environment variables, and frames on a Unix socket. Both
 * sides are compiled with these constants; the launcher needs nothing of this module at run time.
 *
 * <p>A frame; all numbers are big-endian:
 *
 * <pre>
 *   int32  length of the rest
 *   byte   type
 *   ...    payload
 * </pre>
 *
 * <p>The types:
 *
 * <pre>
 *   type  name         from      payload
 *   1     HELLO        PE        int32 version, int32 pe, int64 pid, 16 bytes secret; first frame of a connection
 *   2     GATHER       PE        contribution to an allgather
 *                      launcher  int32 n, n × (int32 length, bytes); sent once all PEs have sent theirs
 *   3     FINISHED     PE        none; the library was shut down and the PE may end
 *   5     GLOBAL_EXIT  PE        int32 status, UTF-8 message; the launcher ends the whole job with the status
 *   6     ABORT        PE        int32 status, UTF-8 message; the PE cannot continue and will end with this status
 * </pre>
 */
public final class LauncherProtocol {
    /** The version of the protocol, the first value that a PE sends; to be raised with every change. */
    public static final int VERSION = 2;

    /** Variable: the abstract address of the socket. */
    public static final String CONTROL = "JSHMEM_CONTROL";

    /** Variable: the number of the PE. */
    public static final String PE = "JSHMEM_PE";

    /** Variable: the number of PEs. */
    public static final String NPES = "JSHMEM_NPES";

    /** Variable: the job's secret, in hexadecimal digits. */
    public static final String SECRET = "JSHMEM_SECRET";

    /** Variable: the pid of the launcher. */
    public static final String LAUNCHER_PID = "JSHMEM_LAUNCHER_PID";

    /** Frame: the PE introduces itself. */
    public static final byte HELLO = 1;

    /** Frame: a contribution to an allgather, and its result. */
    public static final byte GATHER = 2;

    /** Frame: the PE has shut down the library. */
    public static final byte FINISHED = 3;

    /** Frame: the PE ends the job. */
    public static final byte GLOBAL_EXIT = 5;

    /** Frame: the PE fails. */
    public static final byte ABORT = 6;

    /** Bytes of the length of a frame. */
    public static final int LENGTH_BYTES = Integer.BYTES;

    /** Bytes of a job's secret. */
    public static final int SECRET_BYTES = 16;

    /** Bytes of the payload of {@link #HELLO}. */
    public static final int HELLO_PAYLOAD_BYTES = 2 * Integer.BYTES + Long.BYTES + SECRET_BYTES;

    /** Largest frame of a PE, type and payload; PEs exchange some kilobytes at the start. */
    public static final int MAX_FRAME_BYTES = 1 << 20;

    private LauncherProtocol() {}
}
