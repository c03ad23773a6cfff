package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class LocalityTest {
    @Test
    void shouldGiveProcessesOfOneHostOneKey() throws Exception {
        assertEquals(Locality.KEY_BYTES, Locality.key().length);
        assertArrayEquals(Locality.key(), Locality.key());
        assertEquals(HexFormat.of().formatHex(Locality.key()), keyOfProcess());
    }

    @Test
    void shouldCountWhoSharesTheCpusWithoutSharingMemory() {
        final byte[] elsewhere = Locality.key();
        elsewhere[0]++;
        final byte[][] keys = {Locality.keyOfOne(0), Locality.keyOfOne(1), Locality.key(), elsewhere};
        assertEquals(
                4, Stream.of(keys).map(HexFormat.of()::formatHex).distinct().count());
        assertEquals(3, Locality.onOneMachine(keys, 0));
        assertEquals(1, Locality.onOneMachine(keys, 3));
    }

    @Test
    void shouldTellApartWhoHasSharedMemoryOfItsOwn() throws Exception {
        final String[] own = {"unshare", "--mount", "sh", "-c", "mount -t tmpfs tmpfs /dev/shm && exec \"$@\"", "sh"};
        Requirement.NAMESPACES.need();
        assertNotEquals(HexFormat.of().formatHex(Locality.key()), keyOfProcess(own));
    }

    /** As containers have them that nobody needs root for. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "--user --map-current-user --mount",
                "--user --map-root-user --mount",
                "--pid --fork --mount-proc --kill-child",
                "--user --map-current-user --mount --pid --fork --kill-child"
            })
    @Tag(QuickFilter.FULL)
    void shouldNotMindUserAndPidNamespaces(String namespaces) throws Exception {
        Requirement.NAMESPACES.need();
        assertEquals(HexFormat.of().formatHex(Locality.key()), keyOfProcess(unshare(namespaces)));
    }

    /** Who cannot reach the others' sockets; and a user whom the namespace does not know. */
    @ParameterizedTest
    @ValueSource(strings = {"--net", "--user"})
    void shouldTellApartWhoCannotBeReached(String namespaces) throws Exception {
        Requirement.NAMESPACES.need();
        assertNotEquals(HexFormat.of().formatHex(Locality.key()), keyOfProcess(unshare(namespaces)));
    }

    /** A user whom the namespace does not know shares memory within it, and in no other such namespace. */
    @Test
    void shouldNameTheNamespaceOfAUserWhomItDoesNotKnow() throws Exception {
        Requirement.NAMESPACES.need();
        final String[] lines = keyOfProcess(
                        "unshare", "--user", "sh", "-c", "stat -Lc %i /proc/self/ns/user && exec \"$@\"", "sh")
                .split("\\n");
        final long user = ByteBuffer.wrap(HexFormat.of().parseHex(lines[1])).getLong(3 * Long.BYTES);
        assertEquals(~Long.parseLong(lines[0]), user);
    }

    @Test
    void shouldMakeAKeyOfItsParts() throws Exception {
        final byte[] key = Locality.key();
        final ByteBuffer parts = ByteBuffer.wrap(key);
        final String boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id"));
        assertEquals(boot.strip().replace("-", ""), HexFormat.of().formatHex(key, 0, 16));
        assertEquals(Files.getAttribute(Path.of("/proc/self/ns/net"), "unix:ino"), parts.getLong(16));
        if (Files.isDirectory(Path.of("/dev/shm"))) {
            assertEquals(Files.getAttribute(Path.of("/dev/shm"), "unix:dev"), parts.getLong(32));
        }
        assertArrayEquals(Arrays.copyOf(key, 32), Locality.neighbourhood());
        assertArrayEquals(Arrays.copyOf(key, 24), Locality.hosts(new byte[][] {key})[0]);
        final byte[] own = Locality.keyOfOne(6);
        assertArrayEquals(Arrays.copyOf(key, 32), Arrays.copyOf(own, 32));
        assertEquals(-7, ByteBuffer.wrap(own).getLong(32));
    }

    /** All sixteen bytes name the machine, and nothing that follows them. */
    @Test
    void shouldCountByTheWholeBootId() {
        final byte[][] keys = new byte[Locality.KEY_BYTES + 1][];
        Arrays.setAll(keys, i -> new byte[Locality.KEY_BYTES]);
        for (int i = 0; i < Locality.KEY_BYTES; i++) {
            keys[i + 1][i] = 1;
        }
        assertEquals(1 + Locality.KEY_BYTES - 16, Locality.onOneMachine(keys, 0));
        assertEquals(1, Locality.onOneMachine(keys, 16));
    }

    private static String[] unshare(String namespaces) {
        return ("unshare " + namespaces).split(" ");
    }

    @Test
    void shouldKnowThePidsOfItsNamespaceOnly() {
        final long own = Locality.process();
        assertEquals(inodeOfPids(), own >>> Integer.SIZE);
        assertEquals(ProcessHandle.current().pid(), Locality.pidOf(own, own));
        assertEquals(77, Locality.pidOf(own - ProcessHandle.current().pid() + 77, own));
        assertEquals(-1, Locality.pidOf(own + (1L << Integer.SIZE), own));
    }

    private static long inodeOfPids() {
        try {
            return (long) Files.getAttribute(Path.of("/proc/self/ns/pid"), "unix:ino");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String keyOfProcess(String... wrapper) throws Exception {
        final List<String> command = new ArrayList<>(List.of(wrapper));
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                PrintKey.class.getName()));
        final Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        final String key = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue());
        return key;
    }

    /** What another process says. */
    static final class PrintKey {
        private PrintKey() {}

        public static void main(String[] args) {
            System.out.println(HexFormat.of().formatHex(Locality.key()));
        }
    }
}
