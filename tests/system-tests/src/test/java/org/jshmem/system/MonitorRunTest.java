package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jshmem.testing.Requirement;
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

    private String top(String... options) throws Exception {
        final List<String> command = new ArrayList<>(List.of("shmem-top"));
        command.addAll(Arrays.asList(options));
        return new String(
                start(command.toArray(String[]::new)).getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** What shmem-top says of a job once it says some words. */
    private String look(String body, String words, String... options) throws Exception {
        return beside(body, () -> top(options), words);
    }

    /** What something says beside a job once it says all of some words; the test's time limits that. */
    private String beside(String body, Callable<String> something, String... words) throws Exception {
        Files.writeString(directory.resolve("Main.java"), HEAD + body + FOOT);
        final Process job = start("shmemrun", "-np", "2", "-x", "SHMEM_TOOL=monitor", "--timeout", "100", "Main.java");
        try {
            String text = "";
            while (!Arrays.stream(words).allMatch(text::contains)) {
                assertTrue(job.isAlive(), "the job has ended; not all of " + Arrays.toString(words) + " in " + text);
                text = something.call();
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
        beside(
                """
                for (int i = 0; i < 1000; i++) p(x, 5L, 1 - myPe());
                for (int i = 0; i < 50; i++) get(new long[2], x, 2, 1 - myPe());
                barrierAll();
                waitUntil(x, 1, Cmp.EQ, 9);
                """,
                () -> top("--json"),
                "{\"name\":\"p\",\"calls\":1000,\"bytes\":8000}",
                "{\"name\":\"get\",\"calls\":50,\"bytes\":800}",
                "{\"name\":\"barrierAll\",\"calls\":1,\"bytes\":0}",
                "\"peers\":[{\"name\":\"0\",\"calls\":1050,\"bytes\":8800}]",
                "\"peers\":[{\"name\":\"1\",\"calls\":1050,\"bytes\":8800}]",
                "\"symmetricBytes\":16");
    }

    /** What a browser shows of a job, once it shows some words. */
    private void show(String body, String... words) throws Exception {
        Requirement.BROWSER.need();
        final Process server = start("shmem-top", "--serve");
        try (BufferedReader reader = server.inputReader()) {
            final String address = reader.readLine();
            beside(
                    body,
                    () -> {
                        final Process browser = new ProcessBuilder(
                                        "timeout",
                                        "60",
                                        "chromium",
                                        "--headless",
                                        "--no-sandbox",
                                        "--disable-gpu",
                                        "--user-data-dir=" + directory.resolve("browser"),
                                        "--virtual-time-budget=2000",
                                        "--dump-dom",
                                        address)
                                .redirectError(ProcessBuilder.Redirect.DISCARD)
                                .start();
                        return new String(browser.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                    },
                    words);
        } finally {
            server.destroy();
        }
    }

    @Test
    void shouldDrawTheCycleOfADeadlock() throws Exception {
        show(
                "setLock(x, myPe()); barrierAll(); setLock(x, 1 - myPe());",
                "class=\"cycle\" data-edge=\"0&gt;1\"",
                "class=\"cycle\" data-edge=\"1&gt;0\"");
    }

    @Test
    void shouldMarkAPeThatIsLateAndDrawWhoTalksToWhom() throws Exception {
        show(
                "p(x, 5L, 1 - myPe()); if (myPe() == 0) Thread.sleep(100_000); barrierAll();",
                "others wait for it",
                "data-cells=\"0&gt;1:8 1&gt;0:8\"");
    }

    @Test
    void shouldWriteAPageThatStaysAsItIs() throws Exception {
        beside(
                "if (myPe() == 1) Thread.sleep(100_000); barrierAll();",
                () -> {
                    assertEquals(0, start("shmem-top", "--html", "page.html").waitFor());
                    return Files.readString(directory.resolve("page.html"));
                },
                "PE 0 is in barrierAll, and PE 1 is not");
    }

    @Test
    void shouldServeNobodyWithoutTheToken() throws Exception {
        final Process server = start("shmem-top", "--serve");
        try (BufferedReader reader = server.inputReader();
                HttpClient client = HttpClient.newHttpClient()) {
            final URI address = URI.create(reader.readLine());
            assertEquals(200, status(client, address.resolve("jobs")));
            assertEquals(404, status(client, address.resolve("/jobs")));
            assertEquals(404, status(client, address.resolve("/")));
        } finally {
            server.destroy();
        }
    }

    private static int status(HttpClient client, URI address) throws Exception {
        return client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void shouldRecordWhoWaitedForHowLong() throws Exception {
        Files.writeString(
                directory.resolve("Main.java"),
                HEAD + "if (myPe() == 1) Thread.sleep(700); barrierAll(); barrierAll();" + FOOT);
        final String recording = "-J-XX:StartFlightRecording=filename=pe-%{pe}.jfr";
        Command.run(directory, 0, "-np", "2", "-x", "SHMEM_TOOL=jfr", recording, "Main.java");
        final List<String> barriers = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(directory.resolve("pe-0.jfr"))) {
            if (event.getEventType().getName().equals("org.jshmem.Operation")
                    && event.getString("operation").equals("barrierAll")
                    && event.getDuration().toMillis() > 300) {
                barriers.add("PE " + event.getInt("pe"));
            }
        }
        assertEquals(List.of("PE 0"), barriers);
    }

    @Test
    void shouldRecordWaitsForVariables() throws Exception {
        Files.writeString(directory.resolve("Main.java"), HEAD + """
            barrierAll();
            if (myPe() == 1) Thread.sleep(700);
            p(x, 1, 7, 1 - myPe());
            waitUntil(x, 1, Cmp.EQ, 7);
            """ + FOOT);
        final String recording = "-J-XX:StartFlightRecording=filename=pe-%{pe}.jfr";
        Command.run(directory, 0, "-np", "2", "-x", "SHMEM_TOOL=jfr", recording, "Main.java");
        final List<String> waits = new ArrayList<>();
        for (String file : List.of("pe-0.jfr", "pe-1.jfr")) {
            for (RecordedEvent event : RecordingFile.readAllEvents(directory.resolve(file))) {
                if (event.getEventType().getName().equals("org.jshmem.Wait")
                        && event.getDuration().toMillis() > 300) {
                    waits.add("PE " + event.getInt("pe") + " " + event.getString("awaited"));
                }
            }
        }
        assertEquals(1, waits.size(), waits.toString());
        assertTrue(waits.getFirst().matches("PE 0 its element at heap offset 8, which is 7 .*"), waits.toString());
    }

    @Test
    void shouldRefuseAnIntervalOfNothing() throws Exception {
        final Process top = start("shmem-top", "-i", "0");
        assertTrue(new String(top.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .contains("-i 0.0 must be more than 0 seconds"));
        assertEquals(2, top.waitFor());
    }
}
