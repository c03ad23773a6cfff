package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What tests of whole jobs see of a job that leaves something behind. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(120)
class LeftBehindTest {
    private static final String CHILD = "child ";

    @TempDir
    private Path directory;

    /** The launcher and two PEs, the launcher's socket, and the compiled program. */
    @Test
    void shouldSeeAJobThatRuns() throws Exception {
        final Path file = program("org.jshmem.Shmem.init(); System.out.println(\"runs\"); Thread.sleep(100_000);");
        final Path output = directory.resolve("output");
        final ProcessBuilder builder = new ProcessBuilder(Command.home() + "/bin/shmemrun", "-np", "2", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        try (LeftBehind left = new LeftBehind()) {
            left.mark(builder.environment());
            final Process launcher = builder.start();
            try {
                while (Files.readString(output).lines().filter("runs"::equals).count() < 2) {
                    assertTrue(launcher.isAlive(), Files.readString(output));
                    Thread.sleep(20);
                }
                final List<String> found = left.find(launcher.pid());
                assertEquals(3, count(found, "process "), found.toString());
                assertTrue(count(found, "socket ") >= 1, found.toString());
                assertEquals(1, count(found, "file "), found.toString());
            } finally {
                launcher.destroy();
            }
            assertTrue(launcher.waitFor(20, TimeUnit.SECONDS));
            left.assertNothing(launcher.pid(), Files.readString(output));
        }
    }

    /** In a session of its own, where the launcher does not look for it. */
    @Test
    void shouldSeeAProcessThatAPeLeaves() throws Exception {
        final String[] words = {
            "-np",
            "1",
            program("System.out.println(\"" + CHILD + "\" + new ProcessBuilder(\"setsid\", \"sleep\", \"60\")"
                            + ".redirectErrorStream(true).start().pid());")
                    .toString()
        };
        end(Command.runLeaving(directory, 0, words));
        final AssertionError failure = assertThrows(AssertionError.class, () -> Command.run(directory, 0, words));
        end(Files.readString(directory.resolve("output")));
        assertTrue(failure.getMessage().contains("sleep 60"), failure.getMessage());
    }

    @Test
    void shouldSeeAFileThatAJobLeaves() throws Exception {
        final String file = program("java.nio.file.Files.createFile(java.nio.file.Path.of(System.getenv(\"TMPDIR\"),"
                        + " \"forgotten\"));")
                .toString();
        final AssertionError failure =
                assertThrows(AssertionError.class, () -> Command.run(directory, 0, "-np", "1", file));
        assertTrue(failure.getMessage().contains("/forgotten"), failure.getMessage());
    }

    private Path program(String statements) throws Exception {
        return Files.writeString(directory.resolve("Main.java"), "void main() throws Exception { " + statements + " }");
    }

    private static long count(List<String> found, String beginning) {
        return found.stream().filter(thing -> thing.startsWith(beginning)).count();
    }

    private static void end(String output) {
        final String pid = output.lines()
                .filter(line -> line.startsWith(CHILD))
                .findFirst()
                .orElseThrow()
                .substring(CHILD.length());
        ProcessHandle.of(Long.parseLong(pid)).ifPresent(ProcessHandle::destroyForcibly);
    }
}
