package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Jobs that are watched from their start: {@code shmemrun --report} and {@code --monitor}, and where nobody listens.
 */
@Tag(QuickFilter.FULL)
@Tag(Draw.DRAWN)
@Timeout(120)
class ReportTest {
    private static final Pattern COUNT =
            Pattern.compile("\\{\"name\":\"(\\D\\w*)\",\"calls\":(\\d+),\"bytes\":(\\d+)}");
    private static final Pattern PROFILE = Pattern.compile("(?m)^  (\\w+) +(\\d+) +(\\d+) +[\\d.]+ +\\d+$");
    private static final String DEADLOCK = """
        import static org.jshmem.Shmem.*;
        import org.jshmem.*;
        void main() throws Exception {
            try (var _ = init(); SymmetricLongs x = callocLongs(2)) {
                setLock(x, myPe());
                barrierAll();
                setLock(x, 1 - myPe());
            }
        }
        """;

    @TempDir
    private Path directory;

    @Test
    void shouldReportWhatTheNetworkUses() throws Exception {
        Command.run(
                directory,
                0,
                "-np",
                "2",
                "-x",
                "SHMEM_SHR=off",
                "-x",
                "SHMEM_SYMMETRIC_SIZE=4M",
                "--report",
                "page.html",
                "ring");
        final Pattern use = Pattern.compile("\"registeredBytes\":(\\d+),\"retries\":(\\d+)");
        final List<Long> registered = use.matcher(report())
                .results()
                .map(found -> Long.parseLong(found.group(1)))
                .toList();
        assertEquals(2, registered.size());
        assertTrue(registered.stream().allMatch(bytes -> bytes >= 4 << 20 && bytes < 64 << 20), registered.toString());
        Command.run(directory, 0, "-np", "2", "--report", "page.html", "ring");
        assertFalse(use.matcher(report()).find(), "no network");
    }

    private String report() throws Exception {
        return Files.readString(directory.resolve("page.html"));
    }

    @Test
    void shouldReportWhatTheProfilerCounts() throws Exception {
        final String output =
                Command.run(directory, 0, "-np", "3", "-x", "SHMEM_TOOL=profile", "--report", "page.html", "ring");
        final Map<String, List<Long>> profiled = new TreeMap<>();
        PROFILE.matcher(output).results().forEach(line -> add(profiled, line.group(1), line.group(2), line.group(3)));
        final Map<String, List<Long>> reported = new TreeMap<>();
        COUNT.matcher(report()).results().forEach(line -> add(reported, line.group(1), line.group(2), line.group(3)));
        assertEquals(List.of(31L, 124L), reported.get("p"));
        profiled.remove("waitUntil"); // waits, which the monitor does not count
        assertEquals(profiled, reported);
        assertEquals(3, report().split("\"ended\":", -1).length - 1);
    }

    private static void add(Map<String, List<Long>> counts, String name, String calls, String bytes) {
        counts.merge(
                name,
                List.of(Long.parseLong(calls), Long.parseLong(bytes)),
                (one, other) -> List.of(one.get(0) + other.get(0), one.get(1) + other.get(1)));
    }

    @Test
    void shouldReportHowAJobStoodThatDidNotEnd() throws Exception {
        Files.writeString(directory.resolve("Main.java"), DEADLOCK);
        runDeadlock(10);
        if (report().contains("\"jobs\":[]")) {
            runDeadlock(60); // a busy machine has not started the PEs in 10 seconds
        }
        assertTrue(report().contains("DEADLOCK: PE 0 -> PE 1 -> PE 0"), report());
        assertEquals(2, report().split("\"gone\":", -1).length - 1);
    }

    private void runDeadlock(int seconds) throws Exception {
        Command.run(
                directory, 124, "-np", "2", "--timeout", String.valueOf(seconds), "--report", "page.html", "Main.java");
    }

    @Test
    void shouldReportToAnEndThatASignalMakes() throws Exception {
        Files.writeString(directory.resolve("Main.java"), DEADLOCK);
        final Process job = shmemrun("-np", "2", "--monitor", "--report", "page.html", "Main.java");
        try (BufferedReader said = job.errorReader()) {
            final String line = said.readLine();
            assertTrue(line.startsWith("shmemrun: watch the job at http://127.0.0.1:"), line);
            final URI page = URI.create(line.substring(line.indexOf("http")));
            try (HttpClient client = HttpClient.newHttpClient()) {
                while (!get(client, page.resolve("jobs")).contains("DEADLOCK")) {
                    assertTrue(job.isAlive());
                    Thread.sleep(100);
                }
            }
        } finally {
            job.destroy();
            assertTrue(job.waitFor(20, TimeUnit.SECONDS));
        }
        assertTrue(report().contains("DEADLOCK"), report());
    }

    private static String get(HttpClient client, URI address) throws Exception {
        return client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    private Process shmemrun(String... words) throws Exception {
        final ProcessBuilder builder =
                new ProcessBuilder(Command.home() + "/bin/shmemrun").directory(directory.toFile());
        builder.command().addAll(List.of(words));
        return builder.start();
    }

    @Test
    void shouldReportTheExceptionThatEndedAJob() throws Exception {
        Files.writeString(directory.resolve("Main.java"), """
            import static org.jshmem.Shmem.*;
            void main() {
                try (var _ = init()) {
                    barrierAll();
                    if (myPe() == 1) throw new IllegalStateException("no luck");
                    barrierAll();
                }
            }
            """);
        Command.run(directory, 1, "-np", "2", "--report", "page.html", "Main.java");
        assertTrue(
                report().contains(
                                "{\"text\":\"failed: uncaught java.lang.IllegalStateException: no luck\",\"count\":1,"),
                report());
    }

    @Test
    void shouldSayBeforeTheJobThatAReportCannotBeWritten() throws Exception {
        final String output = Command.run(directory, 2, "-np", "2", "--report", "no/page.html", "hello");
        assertTrue(output.contains("--report=no/page.html cannot be written"), output);
        assertFalse(output.contains("I am"), output);
    }

    @Test
    void shouldRunWhereNobodyListens() throws Exception {
        for (String address : List.of("127.0.0.1:1/token", "nowhere", "no.such.host.invalid:99999/token")) {
            final String output = Command.run(
                    directory, 0, "-np", "2", "-x", "SHMEM_TOOL=monitor", "-x", "SHMEM_MONITOR=" + address, "hello");
            assertEquals(2, output.split(" gets nothing of this PE: ", -1).length - 1, output);
            assertTrue(output.contains("I am 1 of 2"), output);
            assertFalse(output.contains("/token"), output);
        }
    }
}
