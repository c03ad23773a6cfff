package org.jshmem.posix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In a JVM of its own that is told what system it is on; what it calls is that of this machine. */
@Timeout(60)
class PlatformTest {
    @Test
    void shouldRunHere() throws Exception {
        assertNull(Platform.objection());
        assertEquals("called, of aarch64: " + System.getProperty("os.arch").equals("aarch64"), call());
    }

    @ParameterizedTest
    @CsvSource({
        "Linux, riscv64",
        "Linux, ppc64le",
        "Linux, s390x",
        "Mac OS X, aarch64",
        "Windows 11, amd64",
    })
    void shouldCallNothingElsewhere(String system, String architecture) throws Exception {
        final String text = call("-Dos.name=" + system, "-Dos.arch=" + architecture);
        assertTrue(
                text.contains("java.lang.UnsupportedOperationException: JSHMEM runs on Linux on x86-64 or aarch64, and"
                        + " this is os.name=" + system + ", os.arch=" + architecture + "; run the program on"),
                text);
    }

    /** The numbers differ, and are those of the kernel's sources. */
    @ParameterizedTest
    @CsvSource({"amd64, false", "aarch64, true"})
    void shouldTellTheTwoApart(String architecture, boolean isAarch64) throws Exception {
        assertEquals(Boolean.toString(isAarch64), call(Asked.class, "-Dos.arch=" + architecture));
    }

    private static String call(String... options) throws Exception {
        return call(Calls.class, options);
    }

    private static String call(Class<?> program, String... options) throws Exception {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        Stream.of(options).forEach(command::add);
        command.addAll(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                program.getName()));
        final Process process =
                new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    }

    /** Calls C. */
    static final class Calls {
        private Calls() {}

        public static void main(String[] args) {
            Libc.geteuid();
            System.out.println("called, of aarch64: " + Platform.isAarch64());
        }
    }

    /** Only asks. */
    static final class Asked {
        private Asked() {}

        public static void main(String[] args) {
            System.out.println(Platform.isAarch64());
        }
    }
}
