package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Statuses of {@code globalExit} that no process can end with. */
@Tag(QuickFilter.FULL)
@Timeout(60)
class GlobalExitTest {
    private static final String WORDS =
            "called globalExit(%s); a process can exit only with 0 to 255, so the job ends with %d\n";

    @TempDir
    private Path directory;

    /** The low eight bits, as C has it, and never 0. */
    @ParameterizedTest
    @CsvSource({"256,255", "300,44", "-1,255", "-256,255"})
    void shouldEndTheJobWithAStatusThatAProcessCanHave(String given, int status) throws Exception {
        final String output = Command.run(
                directory,
                status,
                "-np",
                "2",
                "-cp",
                Path.of("target/test-classes").toAbsolutePath().toString(),
                Ends.class.getName(),
                "globalExit" + given,
                "0");
        assertTrue(output.matches("shmemrun: PE 0 \\(pid \\d+\\) [^\n]*\n"), output);
        assertTrue(output.endsWith(WORDS.formatted(given, status)), output);
    }

    @ParameterizedTest
    @CsvSource({"256,255", "300,44"})
    void shouldEndAJobOfItsOwnInTheSameWay(String given, int status) throws Exception {
        final String output = PlainJava.run(
                directory,
                status,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Ends.class.getName(),
                "globalExit" + given,
                "0");
        assertEquals("jshmem: PE 0 " + WORDS.formatted(given, status), output);
    }
}
