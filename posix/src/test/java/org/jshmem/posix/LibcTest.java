package org.jshmem.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LibcTest {
    private static final String NAME = "jshmem-test-" + ProcessHandle.current().pid() + "-";

    /** A thread that finds nothing there goes on. */
    @Test
    void shouldNotWaitForAnEvent() {
        final int fd = (int) Libc.eventfd();
        try (Arena arena = Arena.ofConfined()) {
            final long value = arena.allocate(Long.BYTES, Long.BYTES).address();
            assertEquals(-Libc.EAGAIN, Libc.read(fd, value, Long.BYTES));
        } finally {
            Libc.close(fd);
        }
    }

    @Test
    void shouldTellNamesOfSocketsApartByTheirLastLetter() {
        final int one = (int) Libc.listenAbstract(NAME + "a", 1);
        final int other = (int) Libc.listenAbstract(NAME + "b", 1);
        assertTrue(one >= 0 && other >= 0, one + " and " + other);
        assertEquals(-Libc.EADDRINUSE, Libc.listenAbstract(NAME + "a", 1));
        assertEquals(-Libc.ECONNREFUSED, Libc.connectAbstract(NAME + "c"));
        final int connected = (int) Libc.connectAbstract(NAME + "b");
        assertEquals(Libc.geteuid(), Libc.peerUser(connected));
        Libc.close(connected);
        Libc.close(one);
        Libc.close(other);
    }

    @Test
    void shouldLeaveNoDescriptorOfWhatFails() throws IOException {
        Libc.connectAbstract(NAME + "nobody"); // what is loaded for it stays open
        final long before = descriptors();
        final int listener = (int) Libc.listenAbstract(NAME + "somebody", 1);
        for (int i = 0; i < 10; i++) {
            assertEquals(-Libc.ECONNREFUSED, Libc.connectAbstract(NAME + "nobody"));
            assertEquals(-Libc.EADDRINUSE, Libc.listenAbstract(NAME + "somebody", 1));
        }
        Libc.close(listener);
        assertEquals(before, descriptors());
    }

    private static long descriptors() throws IOException {
        try (var files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }
}
