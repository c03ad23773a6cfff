package org.jshmem.transport.ofi.failure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Which machine this is, as far as the network is concerned: equal for processes that have one loopback interface in
 * common.
 */
public final class MachineIdentity {
    private MachineIdentity() {}

    /** This machine's name. */
    public static byte[] id() {
        try {
            return (Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip()
                            + Files.readSymbolicLink(Path.of("/proc/self/ns/net")))
                    .getBytes(StandardCharsets.UTF_8);
        } catch (IOException e) {
            return Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.UTF_8);
        }
    }

    /** Whether PEs are all on one. */
    public static boolean isOne(byte[][] ids) {
        return Arrays.stream(ids).allMatch(id -> Arrays.equals(id, ids[0]));
    }
}
