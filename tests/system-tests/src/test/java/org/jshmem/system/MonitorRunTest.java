package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jshmem.testing.Browser;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.jshmem.testing.Requirement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code shmem-top} beside a job of two PEs. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(120)
class MonitorRunTest {
    private static final String HEAD = """
        import static org.jshmem.Shmem.*;
        import org.jshmem.*;
        void main() throws Exception {
            try (var _ = init(); SymmetricLongs x = callocLongs(2)) {
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
        final Path output = directory.resolve("output");
        final Process job = builder("shmemrun", "-np", "2", "-x", "SHMEM_TOOL=monitor", "--timeout", "100", "Main.java")
                .redirectOutput(output.toFile())
                .start();
        try {
            String text = "";
            while (!Arrays.stream(words).allMatch(text::contains)) {
                if (!job.isAlive()) {
                    fail("the job has ended: " + Files.readString(output) + "\nNot all of " + Arrays.toString(words)
                            + " in " + text);
                }
                text = something.call();
            }
            return text;
        } finally {
            job.destroy();
            assertTrue(job.waitFor(20, TimeUnit.SECONDS));
        }
    }

    private Process start(String... words) throws Exception {
        return builder(words).start();
    }

    private ProcessBuilder builder(String... words) {
        final List<String> command = new ArrayList<>(Arrays.asList(words));
        command.set(0, Command.home() + "/bin/" + words[0]);
        return new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
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

    @Test
    void shouldCountMemoryAndLocks() throws Exception {
        final String text = beside(
                """
                var grown = realloc(mallocLongs(10), 20);
                var shrunk = realloc(mallocLongs(10), 5);
                free(mallocLongs(7));
                var moved = SharedLongs.allocate(5).realloc(1000);
                var kept = SharedLongs.allocate(3).realloc(2);
                SharedLongs.allocate(9).close();
                if (myPe() == 0) { setLock(x, 1); setLock(x, 0); clearLock(x, 0); }
                barrierAll();
                if (myPe() == 1) { while (testLock(grown, 3) != 0) {} clearLock(grown, 3); while (testLock(x, 0) != 0) {} }
                if (myPe() == 0) setLock(shrunk, 0);
                waitUntil(grown, 1, Cmp.EQ, 9);
                """,
                () -> top("--json"),
                "\"symmetricBytes\":" + (16 + 160 + 40) + ",\"sharedBytes\":" + (8000 + 16),
                "\"held\":[0],",
                "\"held\":[8,");
        final Matcher heap = Pattern.compile("\"blocks\":\\[\\[(\\d+),160\\],\\[(\\d+),40\\],\\[0,16\\]\\]")
                .matcher(text);
        assertTrue(heap.find(), text);
        assertTrue(text.contains("\"held\":[8," + heap.group(2) + "],"), text);
        assertTrue(text.contains("{\"name\":\"realloc\",\"calls\":2,\"bytes\":200}"), text);
        assertTrue(text.contains("{\"name\":\"reallocShared\",\"calls\":2,\"bytes\":8016}"), text);
    }

    /** Each PE sends 10,000 numbers to the other one, and waits. */
    private static final String FLOW = """
        int[] count = {0};
        try (var flow = org.jshmem.flow.LongFlow.of(TEAM_WORLD, (from, value) -> count[0]++)) {
            for (int i = 0; i < 10_000; i++) flow.send(1 - myPe(), i);
            flow.drain();
            waitUntil(x, 1, Cmp.EQ, 9);
        }
        """;

    @Test
    void shouldCountTheRecordsOfFlows() throws Exception {
        final String ofOnePe = "\"flows\":[{\"kind\":\"long\",\"sent\":10000,\"handled\":10000,";
        beside(FLOW, () -> "PEs: " + (top("--json").split(Pattern.quote(ofOnePe), -1).length - 1), "PEs: 2");
        beside(FLOW, () -> top("--once").replaceAll(" +", " "), "\nlong 20,000 20,000 ");
    }

    @Test
    void shouldSayForWhomRecordsWait() throws Exception {
        look(
                """
                try (var flow = org.jshmem.flow.LongFlow.of(TEAM_WORLD, (from, value) -> {})) {
                    if (myPe() == 1) Thread.sleep(100_000);
                    flow.send(1, 5);
                    flow.drain();
                }
                """,
                "PE 0 waits for the end of the flow made at Main.java:5; 1 record to PE 1 is not confirmed",
                "--once");
    }

    /** What a browser shows of a job, once it shows some words. */
    private void show(String body, String... words) throws Exception {
        Requirement.BROWSER.need();
        final Process server = start("shmem-top", "--serve");
        try (BufferedReader reader = server.inputReader()) {
            final URI address = URI.create(reader.readLine());
            beside(body, () -> Browser.show(address, directory), words);
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
    void shouldShowFlows() throws Exception {
        show(FLOW, "data-flow=\"long 20000 20000\"");
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
            final HttpResponse<String> page = get(client, address);
            assertEquals(List.of("200", "text/html; charset=utf-8", "no-store", "no-referrer"), headers(page));
            assertTrue(page.body().contains("id=\"saved\">null<"), page.body());
            final HttpResponse<String> jobs = get(client, address.resolve("jobs"));
            assertEquals(List.of("200", "application/json", "no-store", "no-referrer"), headers(jobs));
            assertTrue(jobs.body().startsWith("{\"time\":"), jobs.body());
            assertEquals(404, get(client, address.resolve("/jobs")).statusCode());
            assertEquals(404, get(client, address.resolve("/")).statusCode());
        } finally {
            server.destroy();
        }
    }

    private static HttpResponse<String> get(HttpClient client, URI address) throws Exception {
        return client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static List<String> headers(HttpResponse<String> response) {
        final List<String> headers = new ArrayList<>(List.of(Integer.toString(response.statusCode())));
        for (String name : List.of("Content-Type", "Cache-Control", "Referrer-Policy")) {
            headers.add(response.headers().firstValue(name).orElse("no " + name));
        }
        return headers;
    }

    @Test
    void shouldRecordWhoWaitedForHowLong() throws Exception {
        Files.writeString(
                directory.resolve("Main.java"),
                HEAD + "if (myPe() == 1) Thread.sleep(3000); barrierAll(); barrierAll();" + FOOT);
        final String recording = "-J-XX:StartFlightRecording=filename=pe-%{pe}.jfr";
        Command.run(directory, 0, "-np", "2", "-x", "SHMEM_TOOL=jfr", recording, "Main.java");
        final List<String> barriers = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(directory.resolve("pe-0.jfr"))) {
            if (event.getEventType().getName().equals("org.jshmem.Operation")
                    && event.getString("operation").equals("barrierAll")
                    && event.getDuration().toMillis() > 1500) {
                barriers.add("PE " + event.getInt("pe"));
            }
        }
        assertEquals(List.of("PE 0"), barriers);
    }

    @Test
    void shouldRecordWaitsForVariables() throws Exception {
        Files.writeString(directory.resolve("Main.java"), HEAD + """
            barrierAll();
            if (myPe() == 1) Thread.sleep(3000);
            p(x, 1, 7, 1 - myPe());
            waitUntil(x, 1, Cmp.EQ, 7);
            """ + FOOT);
        final String recording = "-J-XX:StartFlightRecording=filename=pe-%{pe}.jfr";
        Command.run(directory, 0, "-np", "2", "-x", "SHMEM_TOOL=jfr", recording, "Main.java");
        final List<String> waits = new ArrayList<>();
        for (String file : List.of("pe-0.jfr", "pe-1.jfr")) {
            for (RecordedEvent event : RecordingFile.readAllEvents(directory.resolve(file))) {
                if (event.getEventType().getName().equals("org.jshmem.Wait")
                        && event.getDuration().toMillis() > 1500) {
                    waits.add("PE " + event.getInt("pe") + " " + event.getString("awaited"));
                }
            }
        }
        assertEquals(1, waits.size(), waits.toString());
        assertEquals("PE 0 element 1 of SymmetricLongs[length=2, heap offset 0] to be == 7; it is 7", waits.getFirst());
    }

    @Test
    void shouldRecordWhatFlowsDo() throws Exception {
        Files.writeString(
                directory.resolve("Main.java"), HEAD + FLOW.replace("waitUntil(x, 1, Cmp.EQ, 9);", "") + FOOT);
        final String recording = "-J-XX:StartFlightRecording=filename=pe-%{pe}.jfr";
        Command.run(directory, 0, "-np", "2", "-x", "SHMEM_TOOL=jfr", recording, "Main.java");
        final List<String> ends = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(directory.resolve("pe-1.jfr"))) {
            if (event.getEventType().getName().equals("org.jshmem.Flow") && event.getBoolean("hasEnded")) {
                ends.add(Stream.of("pe", "kind", "origin", "sent", "handled", "bytes", "overflowed")
                        .map(name -> Objects.toString(event.getValue(name)))
                        .collect(Collectors.joining(" ")));
                assertTrue(event.getLong("buffers") >= 10 && event.getLong("handlerTime") > 0, event.toString());
            }
        }
        assertEquals(List.of("1 long Main.java:6 10000 10000 80000 0"), ends);
    }

    private static final String FIVE_ERRORS = """
        for (int i = 0; i < 5; i++) try { mallocLongs(1L << 40); } catch (ShmemOutOfMemoryException e) {}
        """;

    @Test
    void shouldShowEachDistinctErrorOnce() throws Exception {
        final String body = FIVE_ERRORS + "waitUntil(x, 1, Cmp.EQ, 9);";
        final String text = look(body, "10 times", "--once");
        assertTrue(
                text.matches("(?s).*\nerror on PEs 0, 1: no room for 8796093022208 bytes in the symmetric heap of"
                        + " 536870912 bytes, [^\n]*, 10 times, \\d+\\.\\d s to \\d+\\.\\d s ago\n.*"),
                text);
        final String ofOnePe = "\"errors\":\\[\\{\"text\":\"no room for 8796093022208 bytes[^}]*\"count\":5[^}]*\\}\\]";
        beside(body, () -> "PEs: " + (top("--json").split(ofOnePe, -1).length - 1), "PEs: 2");
    }

    @Test
    void shouldSayForWhichValueAPeWaits() throws Exception {
        look(
                "if (myPe() == 0) waitUntil(x, 1, Cmp.GE, 5); Thread.sleep(100_000);",
                "PE 0 waits for element 1 of SymmetricLongs[length=2, heap offset 0] to be >= 5; it is 0",
                "--once");
    }

    /** As docs/monitoring.md says it is laid out; of each PE of this test whose text is whole. */
    private String published() throws IOException {
        final StringBuilder all = new StringBuilder();
        try (Stream<Path> processes = Files.list(Path.of("/proc"))) {
            for (Path process : (Iterable<Path>) processes::iterator) {
                final String[] files =
                        isHere(process) ? process.resolve("fd").toFile().list() : null;
                for (String file : files == null ? new String[0] : files) {
                    final Path descriptor = process.resolve("fd").resolve(file);
                    if (isPage(descriptor)) {
                        final ByteBuffer page = page(descriptor);
                        if (page.capacity() == 65_536
                                && page.getInt(0) % 2 == 0
                                && page.getInt(0) == page(descriptor).getInt(0)) {
                            all.append(StandardCharsets.UTF_8.decode(page.slice(8, page.getInt(4))))
                                    .append('\n');
                        }
                    }
                }
            }
        }
        return all.toString();
    }

    private static ByteBuffer page(Path descriptor) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(descriptor)).order(ByteOrder.nativeOrder());
    }

    private boolean isHere(Path process) {
        try {
            return Files.isSameFile(process.resolve("cwd"), directory);
        } catch (IOException e) { // it has ended, or is none
            return false;
        }
    }

    private static boolean isPage(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).getFileName().toString().startsWith("jshmem-monitor-");
        } catch (IOException | NullPointerException e) { // it was closed; the root
            return false;
        }
    }

    @Test
    void shouldPublishWhatTheDocumentSays() throws Exception {
        final String document = Files.readString(Path.of("../../docs/monitoring.md"));
        final String table = document.substring(document.indexOf("| line | values |"));
        final Set<String> documented = Pattern.compile("`(\\w+)`")
                .matcher(table.substring(0, table.indexOf("\n\n"))
                        .lines()
                        .map(line -> line.split("\\|", -1)[1])
                        .collect(Collectors.joining()))
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        final String text = beside(
                FIVE_ERRORS
                        + "try (var _ = org.jshmem.flow.LongFlow.of(TEAM_WORLD, (from, value) -> {})) {}"
                        + "p(x, 5L, 1 - myPe()); barrierAll(); if (myPe() == 0) waitUntil(x, 1, Cmp.EQ, 9);"
                        + " barrierAll();",
                this::published,
                "\nwaits ",
                "\ndoing ",
                "\nwaitsSince ",
                "\nblock "); // of PE 0, all of whose text is then there
        final Set<String> written = text.lines()
                .filter(line -> !line.isEmpty())
                .map(line -> line.split(" ", 2)[0])
                .collect(Collectors.toCollection(TreeSet::new));
        documented.remove("network"); // there is none
        assertEquals(documented, written);
    }

    @Test
    void shouldRecordAllocationsAndProblems() throws Exception {
        Files.writeString(directory.resolve("Main.java"), HEAD + FIVE_ERRORS + "SharedLongs.allocate(1 << 20);" + FOOT);
        final String recording = "-J-XX:StartFlightRecording=filename=pe-%{pe}.jfr";
        Command.run(directory, 0, "-np", "2", "-x", "SHMEM_TOOL=jfr", recording, "Main.java");
        final List<String> events = new ArrayList<>();
        for (RecordedEvent event : RecordingFile.readAllEvents(directory.resolve("pe-1.jfr"))) {
            switch (event.getEventType().getName()) {
                case "org.jshmem.Allocation" ->
                    events.add(
                            event.getString("operation") + " " + event.getLong("bytes") + " PE " + event.getInt("pe"));
                case "org.jshmem.SharedHeapGrowth" -> {
                    assertTrue(event.getLong("bytes") >= 8 << 20 && event.getLong("took") > 0, event.toString());
                    events.add("growth PE " + event.getInt("pe"));
                }
                case "org.jshmem.Problem" -> events.add(event.getString("text").substring(0, "no room".length()));
                default -> {}
            }
        }
        assertEquals(
                List.of(
                        "allocateShared 8388608 PE 1",
                        "free 16 PE 1",
                        "growth PE 1",
                        "malloc 16 PE 1",
                        "no room",
                        "no room",
                        "no room",
                        "no room",
                        "no room"),
                events.stream().sorted().toList());
    }

    /** A job that SHMEM_TIMEOUT ends has no shutdown, and its JVMs end at once. */
    @Test
    void shouldWriteTheRecordingOfAPeThatEndsTheJob() throws Exception {
        Files.writeString(directory.resolve("Main.java"), HEAD + "waitUntil(x, 1, Cmp.EQ, 9);" + FOOT);
        Command.run(
                directory,
                124,
                "-np",
                "1",
                "-x",
                "SHMEM_TOOL=jfr",
                "-x",
                "SHMEM_TIMEOUT=1",
                "-J-XX:StartFlightRecording=filename=pe.jfr",
                "Main.java");
        assertTrue(RecordingFile.readAllEvents(directory.resolve("pe.jfr")).stream()
                .anyMatch(event -> event.getEventType().getName().equals("org.jshmem.Problem")
                        && event.getBoolean("endsTheJob")
                        && event.getString("text").startsWith("it waited for longer than SHMEM_TIMEOUT=1")));
    }

    @ParameterizedTest
    @CsvSource({"-i=0, -i 0.0 must be more than 0 seconds", "--serve=70000, '--serve=70000 must be a port, 1 to 65535'"
    })
    void shouldRefuseValues(String option, String error) throws Exception {
        final Process top = start("shmem-top", option);
        assertTrue(new String(top.getInputStream().readAllBytes(), StandardCharsets.UTF_8).contains(error));
        assertEquals(2, top.waitFor());
    }
}
