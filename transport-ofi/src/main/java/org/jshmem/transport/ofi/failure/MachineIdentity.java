package org.jshmem.transport.ofi.failure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Identifies the machine as the network sees it: processes have equal identities if they share a loopback interface.
 */
public final class MachineIdentity {
    private MachineIdentity() {}

    /** The boot id and the network namespace; where {@code /proc} cannot be read, the pid. */
    public static byte[] id() {
        try {
            return (Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip()
                            + Files.readSymbolicLink(Path.of("/proc/self/ns/net")))
                    .getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            return Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Whether all PEs are on one machine. */
    public static boolean isOne(byte[][] ids) {
        return Arrays.stream(ids).allMatch(id -> Arrays.equals(id, ids[0]));
    }
}
