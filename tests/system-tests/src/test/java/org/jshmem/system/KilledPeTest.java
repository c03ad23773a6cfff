package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What counts is how the killed PE has ended, whoever notices first. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(120)
class KilledPeTest {
    private static final int KILLED = 128 + 9;

    @TempDir
    private Path directory;

    @ParameterizedTest(name = "SHMEM_SHR={0}, round {1}")
    @CsvSource({"cma, 1", "cma, 2", "cma, 3", "auto, 1", "off, 1", "off, 2"})
    void shouldBeNamed(String shr, int round) throws Exception {
        assertNamed(shr, KilledPe.class);
    }

    @ParameterizedTest(name = "SHMEM_SHR={0}, round {1}")
    @CsvSource({"auto, 1", "auto, 2", "cma, 1", "off, 1"})
    void shouldBeNamedInTheMiddleOfMessages(String shr, int round) throws Exception {
        assertNamed(shr, KilledSender.class);
    }

    private void assertNamed(String shr, Class<?> program) throws Exception {
        final String output = Command.run(
                directory,
                KILLED,
                "-np",
                "2",
                "-x",
                "SHMEM_SHR=" + shr,
                "-cp",
                Path.of("target/test-classes").toAbsolutePath().toString(),
                program.getName());
        assertTrue(output.matches("(?s).*shmemrun: PE 1 \\(pid \\d+\\) was killed by signal 9 .*"), output);
        assertFalse(output.contains("unset SHMEM_SHR"), output);
    }
}
