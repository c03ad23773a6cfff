package org.jshmem.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jshmem.testing.Descriptors;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LibcTest {
    private static final String NAME = "jshmem-test-" + ProcessHandle.current().pid() + "-";

    /** {@code O_NONBLOCK}, as the kernel shows it. */
    private static final int NONBLOCK = 04000;

    /** A thread that finds nothing there goes on. */
    @Test
    void shouldNotWaitForAnEvent() throws IOException {
        final int fd = (int) Libc.eventfd();
        try (Arena arena = Arena.ofConfined()) {
            final String flags = Files.readAllLines(Path.of("/proc/self/fdinfo/" + fd)).stream()
                    .filter(line -> line.startsWith("flags:"))
                    .findFirst()
                    .orElseThrow();
            assertEquals(NONBLOCK, Integer.parseInt(flags.substring(6).strip(), 8) & NONBLOCK, flags);
            final long value = arena.allocate(Long.BYTES, Long.BYTES).address();
            assertEquals(-Libc.EAGAIN, Libc.read(fd, value, Long.BYTES));
        } finally {
            Libc.close(fd);
        }
    }

    @Test
    void shouldNameTheLimitBehindAnError() {
        assertEquals("errno 24, Too many open files: raise ulimit -n, the limit of open files", Libc.errorText(-24));
        assertEquals("errno 27, File too large: raise ulimit -f, the limit of a file's size", Libc.errorText(-27));
        assertEquals("errno 13, Permission denied", Libc.errorText(-13));
    }

    @Test
    void shouldTellMemoryFromAnotherFileSystem() {
        final int memory = (int) Libc.memfdCreate("test");
        final int other = (int) Libc.open("/proc/self/limits", 0, 0);
        assertEquals(Libc.TMPFS, Libc.fileSystemType(memory));
        assertNotEquals(Libc.TMPFS, Libc.fileSystemType(other));
        Libc.close(memory);
        Libc.close(other);
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

    /** Of a user whose group has another number, whoever runs the test. */
    @Test
    void shouldTellTheUserOfASocketFromItsGroup() throws Exception {
        Requirement.NAMESPACES.need();
        final Process process = new ProcessBuilder(
                        "unshare",
                        "--user",
                        "--map-user=1234",
                        "--map-group=4321",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PrintUser.class.getName())
                .redirectErrorStream(true)
                .start();
        final String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        assertEquals("1234", said);
    }

    /** What another process says of itself. */
    static final class PrintUser {
        private PrintUser() {}

        public static void main(String[] args) {
            Libc.listenAbstract(NAME + "user", 1);
            System.out.println(Libc.peerUser((int) Libc.connectAbstract(NAME + "user")));
        }
    }

    @Test
    void shouldLeaveNoDescriptorOfWhatFails() throws IOException {
        Libc.connectAbstract(NAME + "nobody"); // what is loaded for it stays open
        final long before = Descriptors.open("socket:");
        final int listener = (int) Libc.listenAbstract(NAME + "somebody", 1);
        for (int i = 0; i < 10; i++) {
            assertEquals(-Libc.ECONNREFUSED, Libc.connectAbstract(NAME + "nobody"));
            assertEquals(-Libc.EADDRINUSE, Libc.listenAbstract(NAME + "somebody", 1));
        }
        Libc.close(listener);
        assertEquals(before, Descriptors.open("socket:"));
    }
}
