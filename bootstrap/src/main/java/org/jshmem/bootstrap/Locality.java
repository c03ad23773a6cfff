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
 * Which PEs can share memory, by what they really share and not by what their hosts are called: two containers or hosts
 * may have one name, and one machine's boot id and machine id are the same in all its containers.
 *
 * <p>PEs share memory when they run under one kernel (its boot id), as one user in one user namespace, and see one
 * another as processes (the pid namespace), since a node's file is opened through {@code /proc/<pid>/fd}. Test hosts
 * and containers that agree in all of this are told apart by the file system at {@code /dev/shm}: who was given one of
 * its own is not meant to share memory with the others.
 *
 * <p>Reads a few files; any thread may call.
 */
public final class Locality {
    /** The length of a key. */
    public static final int KEY_BYTES = 2 * Long.BYTES + 4 * Long.BYTES;

    private static final int BOOT_ID_BYTES = 2 * Long.BYTES;
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final Path SELF = Path.of("/proc/self");
    private static final Path PID_NAMESPACE = Path.of("/proc/self/ns/pid");
    private static final Path USER_NAMESPACE = Path.of("/proc/self/ns/user");

    private Locality() {}

    /**
     * What this process shares with others: processes share memory if and only if their keys are equal, byte by byte.
     * To be exchanged among PEs; it holds nothing that must be kept secret, and it does not change while the process
     * lives.
     *
     * @return {@link #KEY_BYTES} bytes
     * @throws ShmemException if {@code /proc} is not there
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
     * A key that no other PE has.
     *
     * @param pe this PE
     * @return {@link #KEY_BYTES} bytes
     * @throws ShmemException if {@code /proc} is not there
     */
    public static byte[] keyOfOne(int pe) {
        final byte[] key = key();
        return ByteBuffer.wrap(key).putLong(BOOT_ID_BYTES, ~pe).array();
    }

    /**
     * How many PEs run under the kernel of a PE, whether they share memory or not: they share its CPUs.
     *
     * @param keys of all PEs
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

    /** The JDK gives identifiers and user numbers as an Integer, inode and device numbers as a Long. */
    private static long attribute(Path path, String name) throws IOException {
        return ((Number) Files.getAttribute(path, name)).longValue();
    }
}
