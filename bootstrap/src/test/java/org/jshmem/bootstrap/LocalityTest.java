package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jshmem.testing.Requirement;
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

    private static String[] unshare(String namespaces) {
        return ("unshare " + namespaces).split(" ");
    }

    @Test
    void shouldKnowThePidsOfItsNamespaceOnly() {
        final long own = Locality.process();
        assertEquals(ProcessHandle.current().pid(), Locality.pidOf(own, own));
        assertEquals(77, Locality.pidOf(own - ProcessHandle.current().pid() + 77, own));
        assertEquals(-1, Locality.pidOf(own + (1L << Integer.SIZE), own));
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
