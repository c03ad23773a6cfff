package org.jshmem.launcher;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.jshmem.bootstrap.LauncherProtocol;

/**
 * What tells this job from every other: the launcher's pid, the control socket's name and the secret that its PEs know.
 */
final class JobIdentity {
    private static final int NAME_BYTES = 8;

    private final long launcherPid = ProcessHandle.current().pid();
    private final byte[] secret;
    private final String socketName;

    JobIdentity() {
        final byte[] random = random(LauncherProtocol.SECRET_BYTES + NAME_BYTES);
        secret = java.util.Arrays.copyOf(random, LauncherProtocol.SECRET_BYTES);
        socketName = "jshmem-" + launcherPid + "-"
                + HexFormat.of()
                        .formatHex(random, LauncherProtocol.SECRET_BYTES, LauncherProtocol.SECRET_BYTES + NAME_BYTES);
    }

    long launcherPid() {
        return launcherPid;
    }

    /** Name in the abstract socket namespace, without the leading NUL: nothing of it is ever in a file system. */
    String socketName() {
        return socketName;
    }

    String secretText() {
        return HexFormat.of().formatHex(secret);
    }

    boolean isSecret(byte[] candidate) {
        return MessageDigest.isEqual(secret, candidate);
    }

    /** The kernel's generator read directly: SecureRandom would load a provider framework to do the same. */
    private static byte[] random(int count) {
        try (FileInputStream in = new FileInputStream("/dev/urandom")) {
            return in.readNBytes(count);
        } catch (IOException e) {
            throw new UncheckedIOException("/dev/urandom cannot be read: " + e.getMessage(), e);
        }
    }
}
