package org.jshmem.bootstrap;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;

/** Exchanges lines over an inherited socket, given by its descriptor. */
final class FdChannel extends LineChannel {
    private final int fd;

    /** Sets close-on-exec, because programs that this process starts are not PEs. */
    FdChannel(int fd) {
        this.fd = fd;
        Libc.setCloseOnExec(fd);
    }

    /** Whether a text is the number of an open socket. */
    static boolean isSocket(String number) {
        try {
            return number.matches("\\d{1,9}")
                    && Files.readSymbolicLink(Path.of("/proc/self/fd", number))
                            .toString()
                            .startsWith("socket:");
        } catch (IOException e) {
            return false;
        }
    }

    /** The channel to the socket that an environment variable names. */
    static FdChannel of(String variable, String number) {
        if (!isSocket(number)) {
            throw new ShmemException(variable + "=" + number
                    + " is not an open socket of this process: the launcher's PE itself must be this JVM, started with"
                    + " exec where a script stands between, and not a program that a PE started: for that, "
                    + ProcessClaim.REMEDY);
        }
        return new FdChannel(Integer.parseInt(number));
    }

    @Override
    void write(byte[] bytes) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment copy = arena.allocate(bytes.length);
            copy.asByteBuffer().put(bytes);
            long sent = 0;
            while (sent < bytes.length) {
                final long result = Libc.write(fd, copy.address() + sent, bytes.length - sent);
                if (result < 0 && result != -Libc.EINTR) {
                    throw new IOException(Libc.errorText(result));
                }
                sent += Math.max(0, result);
            }
        }
    }

    @Override
    int read(byte[] into) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment bytes = arena.allocate(into.length);
            long result = -Libc.EINTR;
            while (result == -Libc.EINTR) {
                result = Libc.read(fd, bytes.address(), into.length);
            }
            if (result < 0) {
                throw new IOException(Libc.errorText(result));
            }
            bytes.asByteBuffer().get(into, 0, (int) result);
            return (int) result;
        }
    }

    @Override
    String describe() {
        return "descriptor " + fd;
    }
}
