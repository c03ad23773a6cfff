package org.jshmem.bootstrap;

import java.io.FileInputStream;
import java.io.IOException;
import org.jshmem.ShmemException;

/** Random bytes for names, secrets and challenges. */
final class RandomBytes {
    private RandomBytes() {}

    /** Reads the kernel's generator directly: SecureRandom would load a provider framework to do the same. */
    static byte[] of(int count) {
        try (FileInputStream in = new FileInputStream("/dev/urandom")) {
            return in.readNBytes(count);
        } catch (IOException e) {
            throw new ShmemException("/dev/urandom cannot be read: " + e.getMessage(), e);
        }
    }
}
