package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where the library does not run it says so, in one sentence, before it calls C. */
@Timeout(60)
@Tag(QuickFilter.FULL)
class PlatformsTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"Linux, riscv64", "Linux, ppc64le", "Linux, s390x", "Mac OS X, aarch64", "Windows 11, amd64"})
    void shouldFailAtInit(String system, String architecture) throws Exception {
        final String text = PlainJava.run(
                directory,
                1,
                "-Dos.name=" + system,
                "-Dos.arch=" + architecture,
                "-cp",
                ForeignLauncher.classPath(),
                Ends.class.getName(),
                "no");
        assertTrue(
                text.contains(
                        "org.jshmem.ShmemException: JSHMEM runs on Linux on x86-64 or aarch64, and this is os.name="
                                + system + ", os.arch=" + architecture + "; run the program on one of those"),
                text);
    }

    /** The launcher's process calls, before init, come after the question, too. */
    @ParameterizedTest
    @CsvSource({"Linux, riscv64", "Mac OS X, aarch64"})
    void shouldFailAtTheStartOfAPe(String system, String architecture) throws Exception {
        final String text =
                Command.run(directory, 1, "-np", "1", "-J-Dos.name=" + system, "-J-Dos.arch=" + architecture, "hello");
        assertEquals(
                "jshmem: JSHMEM runs on Linux on x86-64 or aarch64, and this is os.name=" + system + ", os.arch="
                        + architecture + "; run the program on one of those, for instance in a virtual machine",
                text.lines().filter(line -> !line.startsWith("shmemrun: ")).reduce("", String::concat),
                text);
    }

    /** The script knows it from the JDK. */
    @ParameterizedTest
    @CsvSource({"Linux, riscv64", "Darwin, aarch64"})
    void shouldNotStartALauncher(String system, String architecture) throws Exception {
        final Path jdk = directory.resolve("jdk");
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(
                jdk.resolve("release"),
                "JAVA_VERSION=\"25\"\nOS_ARCH=\"" + architecture + "\"\nOS_NAME=\"" + system + "\"\n");
        assertTrue(Files.createFile(jdk.resolve("bin/java")).toFile().setExecutable(true));
        final String text = Command.runIn(
                Command.home(), Map.of("JSHMEM_JAVA_HOME", jdk.toString()), directory, 1, "-np", "2", "hello");
        assertEquals(
                "shmemrun: JSHMEM runs on Linux on x86-64 or aarch64, and the JDK " + jdk + " is for " + system + " on "
                        + architecture + "; run the program on one of those, for instance in a virtual machine\n",
                text);
    }
}
