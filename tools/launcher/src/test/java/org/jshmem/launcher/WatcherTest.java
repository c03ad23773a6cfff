package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the launcher asks of the program that watches a job, which is a stand-in here. */
@Timeout(60)
class WatcherTest {
    /** The port for which the stand-in ends with a status that it has no words for. */
    private static final int FAILING = 98;

    @TempDir
    private Path directory;

    private final ByteArrayOutputStream messages = new ByteArrayOutputStream();

    /** Says an address and a page, as far as it is asked; writes its report when its input ends. */
    public static class Top {
        /** For the stand-in. */
        public Top() {}

        /** Runs it. */
        public static void main(String[] args) throws IOException {
            final List<String> words = List.of(args);
            if (words.contains("--serve=99")) {
                return;
            }
            System.out.println("SHMEM_MONITOR=token=at:1");
            if (words.stream().anyMatch(word -> word.startsWith("--serve="))) {
                System.out.println("http://localhost:1/");
            }
            while (System.in.read() >= 0) {
                continue;
            }
            if (words.contains("--serve=" + FAILING)) {
                System.exit(3);
            }
            for (String word : words) {
                if (word.startsWith("--report=")) {
                    Files.writeString(Path.of(word.substring(9)), String.join(" ", words));
                }
            }
        }
    }

    private Watcher start(int port, Path report) throws IOException {
        StandIns.make(directory, "org.jshmem.monitor.ShmemTop", Top.class);
        return Watcher.start(
                new LaunchOptions.Watching(port, report == null ? null : report.toString()),
                List.of(directory, StandIns.classes()),
                new PrintStream(messages, true, StandardCharsets.UTF_8));
    }

    private String said() {
        return messages.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldWatchAndReport() throws Exception {
        final Path report = directory.resolve("report");
        final Watcher watcher = start(0, report);
        assertEquals("shmemrun: watch the job at http://localhost:1/\n", said());
        final LaunchOptions options = watcher.in(new CommandLineParser(Map.of()).parse("-np", "1", "Main"));
        assertEquals(Map.of("SHMEM_MONITOR", "token=at:1"), options.environment());
        assertEquals(List.of("-Djshmem.tool=monitor"), options.jvmOptions());
        assertTrue(watcher.finish());
        assertEquals("--listen --until-input-ends --serve=0 --report=" + report, Files.readString(report));
    }

    @Test
    void shouldServeNoPageForAReport() throws Exception {
        final Path report = directory.resolve("report");
        assertTrue(start(-1, report).finish());
        assertEquals("", said());
        assertEquals("--listen --until-input-ends --report=" + report, Files.readString(report));
    }

    @Test
    void shouldNotStartAJobThatCannotBeWatched() {
        final var error = assertThrows(UsageException.class, () -> start(99, null));
        assertEquals("the job was not started, as it cannot be watched", error.getMessage());
    }

    /** It is ended at once then. */
    @Test
    void shouldKeepTheInterruptionOfWhoEnds() throws Exception {
        final Watcher watcher = start(-1, null);
        Thread.currentThread().interrupt();
        watcher.finish();
        assertTrue(Thread.interrupted());
    }

    @Test
    void shouldSayThatThereIsNoReport() throws Exception {
        final Path nowhere = directory.resolve("none/report");
        assertFalse(start(-1, nowhere).finish(), "the stand-in throws");
        assertEquals("", said(), "it has said itself what was wrong");
        assertFalse(start(FAILING, nowhere).finish());
        final String text = "shmemrun: the program that watched the job ended with exit status 3";
        assertTrue(said().endsWith(text + "; there is no report\n"), said());
        assertTrue(start(FAILING, null).finish(), "no report was wanted");
        assertTrue(said().endsWith(text + "\n"), said());
    }
}
