package org.jshmem.bootstrap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.jshmem.ShmemException;

/**
 * Identifies the PEs that can share memory, by what they really share and not by host names: two containers or hosts
 * may have one name, and all containers on a machine have the same boot id and machine id.
 *
 * <p>PEs share memory if they run under one kernel, as one user in one user namespace, and see one another as
 * processes, because a node's file is opened through {@code /proc/<pid>/fd}. Test hosts and containers that agree in
 * all of this are distinguished by the file system at {@code /dev/shm}: a container with a {@code /dev/shm} of its own
 * is not meant to share memory with the others.
 *
 * <p>A key, all numbers big-endian:
 *
 * <pre>
 *  offset  size  content
 *       0    16  boot id of the kernel
 *      16     8  user id
 *      24     8  inode of the pid namespace
 *      32     8  inode of the user namespace
 *      40     8  device of /dev/shm, 0 if there is none
 * </pre>
 *
 * <p>Reads a few files; any thread may call.
 */
public final class Locality {
    /** Bytes of a key. */
    public static final int KEY_BYTES = 2 * Long.BYTES + 4 * Long.BYTES;

    private static final int BOOT_ID_BYTES = 2 * Long.BYTES;
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final Path SELF = Path.of("/proc/self");
    private static final Path PID_NAMESPACE = Path.of("/proc/self/ns/pid");
    private static final Path NETWORK_NAMESPACE = Path.of("/proc/self/ns/net");
    private static final Path USER_NAMESPACE = Path.of("/proc/self/ns/user");

    private Locality() {}

    /**
     * The key of this process. Processes share memory if and only if their keys are equal. A key holds no secret, and
     * does not change while the process lives.
     *
     * @return {@link #KEY_BYTES} bytes
     * @throws ShmemException if {@code /proc} is not mounted
     */
    public static byte[] key() {
        try {
            return ByteBuffer.allocate(KEY_BYTES)
                    .put(bootId())
                    .putLong(attribute(SELF, "unix:uid"))
                    .putLong(attribute(PID_NAMESPACE, "unix:ino"))
                    .putLong(attribute(USER_NAMESPACE, "unix:ino"))
                    .putLong(Files.isDirectory(SHARED_MEMORY) ? attribute(SHARED_MEMORY, "unix:dev") : 0)
                    .array();
        } catch (IOException | IllegalArgumentException e) {
            throw new ShmemException(
                    "cannot find out which PEs share memory: " + e + "; mount /proc where PEs are to run", e);
        }
    }

    /**
     * What processes have in common that can reach one another's abstract Unix sockets, as one user: kernel, network
     * namespace and user. Used to meet before anything else is known.
     */
    static byte[] neighbourhood() {
        try {
            return ByteBuffer.allocate(BOOT_ID_BYTES + 2 * Long.BYTES)
                    .put(bootId())
                    .putLong(attribute(SELF, "unix:uid"))
                    .putLong(attribute(NETWORK_NAMESPACE, "unix:ino"))
                    .array();
        } catch (IOException | IllegalArgumentException e) {
            throw new ShmemException("cannot find out which PEs are on this node: " + e + "; mount /proc", e);
        }
    }

    /**
     * A key that no other PE has: it holds the complement of the PE's number in place of the user id.
     *
     * @param pe this PE
     * @return {@link #KEY_BYTES} bytes
     * @throws ShmemException if {@code /proc} is not mounted
     */
    public static byte[] keyOfOne(int pe) {
        final byte[] key = key();
        return ByteBuffer.wrap(key).putLong(BOOT_ID_BYTES, ~pe).array();
    }

    /**
     * The number of PEs that run under the kernel of a PE, and so share its CPUs, whether or not they share memory.
     *
     * @param keys the keys of all PEs
     * @param pe one of them
     * @return at least 1
     */
    public static int onOneMachine(byte[][] keys, int pe) {
        int count = 0;
        for (byte[] key : keys) {
            if (Arrays.equals(key, 0, BOOT_ID_BYTES, keys[pe], 0, BOOT_ID_BYTES)) {
                count++;
            }
        }
        return count;
    }

    private static byte[] bootId() throws IOException {
        final String text = new String(Files.readAllBytes(BOOT_ID), StandardCharsets.US_ASCII);
        return HexFormat.of().parseHex(text.strip().replace("-", ""));
    }

    /** A file attribute. The JDK returns user ids as an Integer, and inodes and devices as a Long. */
    private static long attribute(Path path, String name) throws IOException {
        return ((Number) Files.getAttribute(path, name)).longValue();
    }
}
