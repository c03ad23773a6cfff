package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    /** The others wait for it in a call of the flow. */
    @ParameterizedTest(name = "SHMEM_SHR={0}, in {1}")
    @CsvSource({
        "auto, send",
        "auto, drain",
        "auto, close",
        "cma, send",
        "cma, drain",
        "off, send",
        "off, drain",
        "off, close"
    })
    void shouldBeNamedInTheMiddleOfAFlow(String shr, String call) throws Exception {
        assertNamed(shr, LostInAFlow.class, call, "KILL");
    }

    private void assertNamed(String shr, Class<?> program, String... arguments) throws Exception {
        final List<String> line = new ArrayList<>(List.of("-np", "2", "-x", "SHMEM_SHR=" + shr));
        line.addAll(
                List.of("-cp", Path.of("target/test-classes").toAbsolutePath().toString()));
        line.add(program.getName());
        line.addAll(List.of(arguments));
        final String output = Command.run(directory, KILLED, line.toArray(String[]::new));
        assertTrue(output.matches("(?s).*shmemrun: PE 1 \\(pid \\d+\\) was killed by signal 9 .*"), output);
        assertFalse(output.contains("unset SHMEM_SHR"), output);
    }
}
