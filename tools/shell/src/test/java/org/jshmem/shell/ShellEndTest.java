package org.jshmem.shell;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How a shell ends whose job does not start; the test plays the launcher. */
@Timeout(60)
class ShellEndTest {
    @TempDir
    private Path directory;

    private List<String> command() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                Shell.class.getName(),
                directory.toString(),
                "");
    }

    @Tag(QuickFilter.FULL)
    @Test
    void shouldFailIfTheJobEndsBeforeItHasStarted() throws Exception {
        Requirement.TERMINAL.need();
        final String line = "'" + String.join("' '", command()) + "'";
        final Process shell = new ProcessBuilder("script", "--quiet", "--return", "--command", line, "/dev/null")
                .redirectErrorStream(true)
                .start();
        try (FakeLauncher launcher = FakeLauncher.connect(directory.resolve("launcher"))) {
            assertEquals('J', launcher.heard());
            launcher.sayEnded();
            assertEquals(1, shell.waitFor());
            final String shown = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertFalse(shown.contains("JSHMEM"), shown);
        } finally {
            shell.descendants().forEach(ProcessHandle::destroyForcibly);
            shell.destroyForcibly();
        }
    }

    @Tag(QuickFilter.FULL)
    @Test
    void shouldEndWithTheLauncher() throws Exception {
        final Process shell = new ProcessBuilder(command()).inheritIO().start();
        try {
            try (FakeLauncher launcher = FakeLauncher.connect(directory.resolve("launcher"))) {
                assertEquals('J', launcher.heard());
            }
            assertEquals(1, shell.waitFor());
        } finally {
            shell.destroyForcibly();
        }
    }

    @Test
    void shouldSayWhatItNeeds() {
        for (String[] arguments : new String[][] {{}, {"a"}, {"a", "b", "c"}}) {
            assertEquals(
                    "usage: Shell directory class-path; shmemrun -np 4 --shell calls this",
                    assertThrows(IllegalArgumentException.class, () -> Shell.main(arguments))
                            .getMessage());
        }
    }
}
