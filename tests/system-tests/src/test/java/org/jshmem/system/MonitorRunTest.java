package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code shmem-top} beside a job of two PEs. */
@Timeout(120)
class MonitorRunTest {
    private static final String HEAD = """
        import static org.jshmem.Shmem.*;
        import org.jshmem.*;
        void main() throws Exception {
            try (var shmem = init(); SymmetricLongs x = callocLongs(2)) {
        """;
    private static final String FOOT = "}}";

    @TempDir
    private Path directory;

    /** What shmem-top says of a job once it says some words. */
    private String look(String body, String words, String... options) throws Exception {
        Files.writeString(directory.resolve("Main.java"), HEAD + body + FOOT);
        final Process job = start("shmemrun", "-np", "2", "-x", "SHMEM_TOOL=monitor", "--timeout", "100", "Main.java");
        try {
            final List<String> command = new ArrayList<>(List.of("shmem-top"));
            command.addAll(Arrays.asList(options));
            String text = "";
            while (!text.contains(words)) { // until the test's time is over
                assertTrue(job.isAlive(), "the job has ended");
                final Process top = start(command.toArray(String[]::new));
                text = new String(top.getInputStream().readAllBytes());
                top.waitFor();
            }
            return text;
        } finally {
            job.destroy();
            assertTrue(job.waitFor(20, TimeUnit.SECONDS));
        }
    }

    private Process start(String... words) throws Exception {
        final List<String> command = new ArrayList<>(Arrays.asList(words));
        command.set(0, Command.home() + "/bin/" + words[0]);
        return new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
    }

    @Test
    void shouldShowADeadlockOfTwoLocks() throws Exception {
        look("setLock(x, myPe()); barrierAll(); setLock(x, 1 - myPe());", "DEADLOCK: PE 0 -> PE 1 -> PE 0", "--once");
    }

    @Test
    void shouldNameAPeThatIsLate() throws Exception {
        final String text = look(
                "if (myPe() == 1) Thread.sleep(100_000); barrierAll();",
                "PE 0 is in barrierAll, and PE 1 is not",
                "--once");
        assertTrue(text.contains("2 of 2 PEs here"), text);
    }

    @Test
    void shouldCountAsTheProgramDoes() throws Exception {
        final String text = look("""
            for (int i = 0; i < 1000; i++) p(x, 5L, 1 - myPe());
            for (int i = 0; i < 50; i++) get(new long[2], x, 2, 1 - myPe());
            barrierAll();
            waitUntil(x, 1, Cmp.EQ, 9);
            """, "\"waits\":\"", "--json");
        for (String figure : List.of(
                "{\"name\":\"p\",\"calls\":1000,\"bytes\":8000}",
                "{\"name\":\"get\",\"calls\":50,\"bytes\":800}",
                "{\"name\":\"barrierAll\",\"calls\":1,\"bytes\":0}",
                "\"peers\":[{\"name\":\"1\",\"calls\":1050,\"bytes\":8800}]",
                "\"symmetricBytes\":16")) {
            assertTrue(text.contains(figure), figure + " in " + text);
        }
    }

    @Test
    void shouldRefuseAnIntervalOfNothing() throws Exception {
        final Process top = start("shmem-top", "-i", "0");
        assertTrue(new String(top.getInputStream().readAllBytes()).contains("-i 0.0 must be more than 0 seconds"));
        assertEquals(2, top.waitFor());
    }
}
