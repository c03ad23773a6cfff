package org.jshmem.bootstrap;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;

/**
 * Identifies the PEs that can share memory, by what they really share and not by host names: two containers or hosts
 * may have one name, and all containers on a machine have the same boot id and machine id.
 *
 * <p>PEs share memory if they run under one kernel, as one user, and can reach one another's abstract Unix sockets,
 * over which the first of them hands the node's file to the others. They may be in user and pid namespaces of their
 * own, as in containers without root. A container with a {@code /dev/shm} of its own is not meant to share memory with
 * the others, and keeps to itself.
 *
 * <p>A key, all numbers big-endian:
 *
 * <pre>
 *  offset  size  content
 *       0    16  boot id of the kernel
 *      16     8  inode of the network namespace
 *      24     8  user id, as the user namespace knows it in which that of this process was made
 *      32     8  device of /dev/shm, 0 if there is none
 * </pre>
 *
 * <p>Reads a few files; any thread may call.
 */
public final class Locality {
    /** Bytes of a key. */
    static final int KEY_BYTES = 2 * Long.BYTES + 3 * Long.BYTES;

    private static final int BOOT_ID_BYTES = 2 * Long.BYTES;

    /** Kernel and network namespace. */
    private static final int HOST_BYTES = BOOT_ID_BYTES + Long.BYTES;

    /** Kernel, network namespace and user. */
    private static final int NEIGHBOURHOOD_BYTES = HOST_BYTES + Long.BYTES;

    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final Path NETWORK_NAMESPACE = Path.of("/proc/self/ns/net");
    private static final Path PID_NAMESPACE = Path.of("/proc/self/ns/pid");
    private static final Path USER_NAMESPACE = Path.of("/proc/self/ns/user");
    private static final Path USERS = Path.of("/proc/self/uid_map");

    private Locality() {}

    /**
     * The key of this process. Processes share memory if and only if their keys are equal. A key holds no secret, and
     * does not change while the process lives.
     *
     * @return the key
     * @throws ShmemException if {@code /proc} is not mounted
     */
    public static byte[] key() {
        try {
            return ByteBuffer.allocate(KEY_BYTES)
                    .put(bootId())
                    .putLong(attribute(NETWORK_NAMESPACE, "unix:ino"))
                    .putLong(user())
                    .putLong(Files.isDirectory(SHARED_MEMORY) ? attribute(SHARED_MEMORY, "unix:dev") : 0)
                    .array();
        } catch (IOException | IllegalArgumentException e) {
            throw new ShmemException(
                    "cannot find out which PEs share memory: " + e + "; mount /proc where PEs are to run", e);
        }
    }

    /**
     * What processes have in common that can reach one another's abstract Unix sockets, as one user. Used to meet
     * before anything else is known.
     */
    static byte[] neighbourhood() {
        return Arrays.copyOf(key(), NEIGHBOURHOOD_BYTES);
    }

    /**
     * What PEs have in common that are one host to the network: they share its interfaces, loopback included.
     *
     * @param keys the keys of all PEs
     * @return by PE, bytes that are equal on one host
     */
    public static byte[][] hosts(byte[][] keys) {
        return Arrays.stream(keys).map(key -> Arrays.copyOf(key, HOST_BYTES)).toArray(byte[][]::new);
    }

    /**
     * This process, for {@link #pidOf} in others.
     *
     * @return the inode of its pid namespace in the upper half, its pid in the lower
     */
    public static long process() {
        try {
            return attribute(PID_NAMESPACE, "unix:ino") << Integer.SIZE
                    | ProcessHandle.current().pid();
        } catch (IOException e) {
            throw new ShmemException("cannot read " + PID_NAMESPACE + ": " + e + "; mount /proc", e);
        }
    }

    /**
     * The pid of another process of this machine.
     *
     * @param process what {@link #process} returned there
     * @param own what it returned here
     * @return −1 if that process is in another pid namespace, and so has no pid that means anything here
     */
    public static long pidOf(long process, long own) {
        return process >>> Integer.SIZE == own >>> Integer.SIZE ? process & 0xffffffffL : -1;
    }

    /**
     * A key that no other PE has: it holds the complement of the PE's number in place of the device.
     *
     * @param pe this PE
     * @return the key
     * @throws ShmemException if {@code /proc} is not mounted
     */
    public static byte[] keyOfOne(int pe) {
        final byte[] key = key();
        return ByteBuffer.wrap(key).putLong(NEIGHBOURHOOD_BYTES, ~pe).array();
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

    /**
     * The user by which PEs in user namespaces of their own recognize one another. One whom the namespace does not map
     * shares memory within it only.
     */
    private static long user() throws IOException {
        final long inside = Libc.geteuid();
        for (String line : Files.readAllLines(USERS)) {
            final String[] range = line.strip().split("\\s+"); // first inside, first outside, count
            final long place = inside - Long.parseLong(range[0]);
            if (place >= 0 && place < Long.parseLong(range[2])) {
                return Long.parseLong(range[1]) + place;
            }
        }
        return ~attribute(USER_NAMESPACE, "unix:ino");
    }

    /** A file attribute. The JDK returns user ids as an Integer, and inodes and devices as a Long. */
    private static long attribute(Path path, String name) throws IOException {
        return ((Number) Files.getAttribute(path, name)).longValue();
    }
}
