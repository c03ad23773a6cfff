package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The prompt of {@code shmemrun --shell} with four PEs. Most tests use one job, which each of them leaves as it was.
 */
@Tag(QuickFilter.FULL)
@Timeout(180)
class ShellTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    /** A wait that has lasted for half a second is reported. */
    private static final long LONG_MS = 1500;

    private static final long MOST_MS = 8 * LONG_MS;

    /** How often a PE may be late. */
    private static final int LATE = 5;

    @TempDir
    private static Path directory;

    private static ShellSession session;

    @BeforeEach
    void start() throws IOException {
        if (session == null) {
            session = new ShellSession(directory);
        }
    }

    @AfterAll
    static void end() throws IOException, InterruptedException {
        if (session != null) {
            try (ShellSession ended = session) {
                assertEquals(0, ended.end(ShellSession.END));
            }
            assertTrue(Files.size(directory.resolve(".jshmem_history")) > 0, "what was typed is kept");
        }
    }

    /**
     * Types a snippet that waits, interrupts it, and returns what is shown; where the machine is so busy that the
     * snippet has not run, or not waited long enough for a report, again after a longer time.
     */
    private static List<String> interrupt(String snippet) throws Exception {
        List<String> lines = List.of();
        for (long ms = LONG_MS; ms <= MOST_MS && !isReported(lines); ms *= 2) {
            session.type(snippet + "\r");
            Thread.sleep(ms);
            session.type(ShellSession.INTERRUPT);
            session.await(ShellSession.PROMPT);
            lines = new ArrayList<>(session.text().lines().toList());
            lines.replaceAll(line -> line.replace("^C", ""));
            lines.removeIf(line -> line.isBlank() || line.equals(ShellSession.PROMPT));
        }
        assertEquals(List.of("s ==> 6"), session.run("var s = sumReduce(TEAM_WORLD, myPe())"), "collectives work");
        return lines;
    }

    private static boolean isReported(List<String> lines) {
        return !lines.isEmpty() && lines.getFirst().startsWith("PE");
    }

    /** While the line is read, while the snippet is compiled, while it is sent, while it runs. */
    @Test
    void shouldInterruptAtAnyTime() throws Exception {
        for (long delayUs = 1; delayUs < TimeUnit.MILLISECONDS.toMicros(LONG_MS); delayUs *= 4) {
            session.type("while (true) Thread.onSpinWait();\r");
            session.await("onSpinWait();\n");
            TimeUnit.MICROSECONDS.sleep(delayUs);
            session.type(ShellSession.INTERRUPT);
            session.awaitPrompt();
            assertEquals(List.of("n ==> 4"), session.run("var n = nPes()"), "after " + delayUs + " µs");
        }
    }

    /** A thread is interrupted while it writes to the shell: the connection stays. */
    @Test
    void shouldInterruptWhatPrints() throws Exception {
        session.type("while (true) IO.println(\"out\" + \"put\");\r");
        session.await("output");
        session.type(ShellSession.INTERRUPT);
        session.awaitPrompt();
        final String own = "{ Thread.currentThread().interrupt(); IO.println(1); IO.println(Thread.interrupted()); }";
        // The output of a PE that is late is shown by itself.
        final List<String> lines = session.run(own).stream()
                .map(line -> line.replaceFirst("^PEs? [-0-9, ]+: ", ""))
                .distinct()
                .toList();
        assertEquals(List.of("1", "true"), lines);
    }

    @Tag(Draw.DRAWN)
    @Test
    void shouldShowEqualResultsOnce() throws Exception {
        assertEquals(List.of("n ==> 4"), session.run("var n = nPes()"));
        assertEquals(List.of("n ==> 4"), session.run("n"));
        // The output of a PE that is late is shown by itself.
        List<String> lines = List.of();
        for (int i = 0; i < LATE && lines.size() != 1; i++) {
            lines = session.run("IO.println(\"all print this\")");
        }
        assertEquals(List.of("all print this"), lines);
    }

    /** It is no reference to an earlier line. */
    @Tag(Draw.DRAWN)
    @Test
    void shouldTakeAnExclamationMarkAsJava() throws Exception {
        assertEquals(List.of("no ==> false"), session.run("var no = !true"));
        assertEquals(List.of("twice ==> \"!!\""), session.run("var twice = \"!!\""));
    }

    @Tag(Draw.DRAWN)
    @Test
    void shouldShowDifferentResultsByPe() throws Exception {
        assertEquals(List.of("d ==>", "  PEs 0, 2: 0", "  PEs 1, 3: 1"), session.run("var d = myPe() % 2"));
        assertEquals(
                List.of("PE 0: I am 0", "PE 1: I am 1", "PE 2: I am 2", "PE 3: I am 3"),
                session.run("IO.println(\"I am \" + myPe())"));
    }

    @Tag(Draw.DRAWN)
    @Test
    void shouldRunOnSelectedPes() throws Exception {
        assertEquals(List.of("only one"), session.run("@2 IO.println(\"only one\")"));
        assertEquals(List.of("e ==>", "  PE 1: 1", "  PE 3: 3"), session.run("@1,3 int e = myPe()"));
        assertEquals(List.of("e ==>", "  PEs 0, 2: 0", "  PE 1: 1", "  PE 3: 3"), session.run("e"));
        assertEquals(
                List.of("@1,7: 7 must be the number of a PE from 0 to 3, or a range as 0-1; write @0 expr or @0,1"
                        + " expr"),
                session.run("@1,7 myPe()"));
    }

    @Test
    void shouldGoOnAfterErrors() throws Exception {
        final List<String> thrown = session.run("Integer.parseInt(\"x\" + myPe() / 3)");
        assertEquals("|  PEs 0-2: Exception java.lang.NumberFormatException: For input string: \"x0\"", thrown.get(0));
        assertEquals("|  PE 3: Exception java.lang.NumberFormatException: For input string: \"x1\"", thrown.get(1));
        assertEquals(
                List.of("|  Error:", "|  ';' expected", "|  int = 3", "|     ^"),
                session.run("int = 3").stream()
                        .limit(4)
                        .map(line -> line.contains("expected") || line.contains("not a statement")
                                ? "|  ';' expected"
                                : line)
                        .map(line -> line.startsWith("|  ") && line.contains("^") ? "|     ^" : line)
                        .toList());
        final List<String> differs = session.run("if (myPe() == 0) barrierAll(); else syncAll();");
        assertTrue(differs.contains("|    PE 0: barrierAll() at the prompt"), differs.toString());
        assertEquals(List.of(), session.run("barrierAll()"));
        assertTrue(session.run("/none").getFirst().startsWith("/none is no command; there are /pes, "));
    }

    @Test
    void shouldInterruptAWaitForAVariable() throws Exception {
        session.run("SymmetricLongs v = callocLongs(2)");
        final List<String> shown = interrupt("if (myPe() == 1) waitUntil(v, 1, Cmp.GE, 5)");
        assertTrue(
                shown.getFirst().startsWith("PE 1 waits for element 1 of SymmetricLongs[length=2"), shown.toString());
        assertEquals(List.of("|  PEs 0, 2, 3: done", "|  PE 1: interrupted"), shown.subList(1, shown.size()));
        session.run("free(v)");
    }

    @Tag(Draw.DRAWN)
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        @0 barrierAll()                                   | PE 0 is in barrierAll, and PEs 1-3 are not
        @0-2 sumReduce(TEAM_WORLD, 1L)                    | PEs 0-2 are in sumReduce, and PE 3 is not
        @1,3 mallocLongs(5)                               | PEs 1, 3 are in malloc, and PEs 0, 2 are not
        if (myPe() > 1) while (true) Thread.onSpinWait(); | PEs 2, 3 are outside of the library
        Thread.sleep(100_000)                             | PEs 0-3 are outside of the library
        @2 while (true) try { Thread.sleep(1); } catch (InterruptedException x) { } | PE 2 is outside of the library
        """)
    void shouldInterruptAnyWait(String snippet, String report) throws Exception {
        final List<String> shown = interrupt(snippet);
        assertTrue(shown.contains(report), shown.toString());
        assertTrue(shown.getLast().endsWith("interrupted"), shown.toString());
    }

    @Tag(Draw.DRAWN)
    @Test
    void shouldInterruptAWaitForALock() throws Exception {
        session.run("SymmetricLongs lock = callocLongs(1)");
        session.run("@0 setLock(lock)");
        final List<String> shown = interrupt("@1 setLock(lock)");
        assertEquals(List.of("PE 1 waits for a lock that PE 0 has", "|  interrupted"), shown);
        session.run("@0 clearLock(lock)");
        session.run("free(lock)");
    }

    /** Only two PEs are in the team, and only one of them calls. */
    @Tag(Draw.DRAWN)
    @Test
    void shouldInterruptACollectiveOfATeam() throws Exception {
        session.run("ShmemTeam half = teamSplitStrided(TEAM_WORLD, 0, 2, 2)");
        interrupt("@2 half.sync()");
        assertEquals(List.of("h ==> 2"), session.run("@0,2 var h = sumReduce(half, 1)"));
        session.run("@0,2 half.destroy()");
    }

    @Tag(Draw.DRAWN)
    @Test
    void shouldListBlocksUntilTheyAreFreed() throws Exception {
        session.run("SymmetricInts kept = callocInts(100)");
        final String heap = session.run("/heap").toString();
        assertTrue(heap.matches(".*, *\\d+ +400 B +kept[,\\]].*"), heap);
        final List<String> pes = session.run("/pes");
        assertTrue(pes.get(1).stripLeading().startsWith("PE      pid does"), pes.toString());
        session.run("free(kept)");
        assertFalse(session.run("/heap").toString().contains("kept"));
    }

    @Tag(Draw.DRAWN)
    @Test
    void shouldCompleteNames() throws Exception {
        session.type("var c = getClass().isAssignableF\t");
        session.type(ShellSession.INTERRUPT);
        session.awaitPrompt();
        session.type("barrierA\t");
        session.await("barrierAll(");
        session.type(ShellSession.INTERRUPT);
        session.awaitPrompt();
    }

    /** The programs of the tutorials, as they are on the page. */
    @Tag(Draw.DRAWN)
    @ParameterizedTest
    @CsvSource({
        "Hello, tutorial.md",
        "Ring, tutorial.md",
        "AtomicHistogram, tutorial-updates.md",
        "BatchHistogram, tutorial-updates.md",
        "FlowHistogram, tutorial-updates.md"
    })
    void shouldPrintWhatTheTutorialShows(String program, String tutorial) throws Exception {
        final String page = Files.readString(ROOT.resolve("docs").resolve(tutorial));
        final Matcher source = Pattern.compile(
                        "`" + program + "\\.java`.*?```java\n(.*?)```.*?```\n(.*?)```", Pattern.DOTALL)
                .matcher(page);
        assertTrue(source.find());
        session.paste(source.group(1).strip());
        final List<String> printed = session.run("main()").stream()
                .map(line -> line.replaceFirst("^PE \\d+: ", ""))
                .sorted()
                .toList();
        assertEquals(source.group(2).lines().sorted().toList(), printed);
    }

    @Test
    @Tag(Draw.DRAWN)
    void shouldShowWhatItsPageShows() throws Exception {
        final String page = Files.readString(ROOT.resolve("docs/shell.md"));
        final Matcher transcript = Pattern.compile("```\n(shmem> nPes\\(\\).*?)```", Pattern.DOTALL)
                .matcher(page);
        assertTrue(transcript.find());
        try (ShellSession own = new ShellSession(Files.createDirectory(directory.resolve("page")))) {
            for (String part :
                    transcript.group(1).substring(ShellSession.PROMPT.length()).split("\n" + ShellSession.PROMPT)) {
                final List<String> lines = part.lines().toList();
                final StringBuilder input = new StringBuilder(lines.getFirst());
                int next = 1;
                while (next < lines.size() && lines.get(next).startsWith("  ...> ")) {
                    input.append('\n').append(lines.get(next).substring("  ...> ".length()));
                    next++;
                }
                assertEquals(lines.subList(next, lines.size()), own.run(input.toString()), input.toString());
            }
            assertEquals(0, own.end("/exit\r"));
        }
    }

    /** A file without a terminal, the program that it saves, and that program as input of the next session. */
    @Test
    @Tag(Draw.DRAWN)
    void shouldSaveAProgramAndOpenIt() throws Exception {
        final Path saved = directory.resolve("Saved.java");
        final String text = runFile("""
            import java.util.stream.LongStream;
            record Pair(int first, long second) { }
            long[] sums = {1, 2, 3};
            SymmetricLongs box = callocLongs(1)
            long twice(long x) {
                return 2 * x * unit;
            }
            int unit = 5
            unit = 1
            @0,2 p(box, twice(myPe() + sums[2]), 1)
            barrierAll()
            box.get(0)
            @0 new Pair(7, sumOf())
            long sumOf() { return LongStream.of(sums).sum(); }
            @0 new Pair(7, sumOf())
            @1 IO.println("box " + box.get(0))
            1 / 0
            /save %s
            """.formatted(saved));
        assertTrue(text.contains("wrote " + saved), text);
        final String ran = Command.run(directory, 0, "-np", "4", saved.toString());
        assertTrue(
                ran.contains("PE 0: $2 ==> Pair[first=7, second=6]") || ran.contains("==> Pair[first=7, second=6]"),
                ran);
        assertEquals(1, ran.lines().filter(line -> line.startsWith("box ")).count(), ran);
        final String opened = runFile("/open " + saved + "\nmain()\n");
        assertTrue(opened.contains("==> Pair[first=7, second=6]"), opened);
        assertTrue(opened.contains("PE 1: box ") || opened.contains("box "), opened);
    }

    private static String runFile(String input) throws Exception {
        final Path file = Files.writeString(directory.resolve("input"), input);
        final Path output = directory.resolve("shell-output");
        final Process process = new ProcessBuilder(Command.home() + "/bin/shmemrun", "-np", "4", "--shell")
                .directory(directory.toFile())
                .redirectInput(file.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertEquals(0, process.waitFor(), () -> file.toString());
            return Files.readString(output);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** A program has started the shell, and ends it while it waits for input. */
    @Tag(Draw.DRAWN)
    @Test
    void shouldEndByASignal() throws Exception {
        final Process process = new ProcessBuilder(Command.home() + "/bin/shmemrun", "-np", "2", "--shell")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        final List<ProcessHandle> started = new ArrayList<>();
        try (BufferedReader output = process.inputReader()) {
            process.outputWriter().append("nPes() * 21\n").flush();
            String line = output.readLine();
            while (line != null && !line.contains("==> 42")) {
                line = output.readLine();
            }
            process.descendants().forEach(started::add);
            assertEquals(3, started.size(), "two PEs and the shell");
            process.destroy();
            assertEquals(128 + 15, process.waitFor());
            for (ProcessHandle ended : started) {
                ended.onExit().get();
            }
        } finally {
            started.forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** The threads of snippets do not keep the PEs, and a file that cannot be read does not end the shell. */
    @Tag(Draw.DRAWN)
    @Test
    void shouldEndThoughThreadsAreLeft() throws Exception {
        try (ShellSession own = new ShellSession(Files.createDirectory(directory.resolve("threads")))) {
            own.run("var pool = java.util.concurrent.Executors.newFixedThreadPool(1)");
            own.run("var done = pool.submit(() -> 1)");
            assertTrue(own.run("/open " + directory).getFirst().contains("the file cannot be read"));
            assertEquals(0, own.end("/exit\r"));
        }
    }

    /** Whatever a snippet throws, and while a PE that cannot be interrupted has been left behind. */
    @Test
    @Tag(Draw.DRAWN)
    void shouldGoOnWithTheOthers() throws Exception {
        try (ShellSession own = new ShellSession(Files.createDirectory(directory.resolve("others")))) {
            own.run("class Odd extends RuntimeException { public String getMessage() { throw this; } }");
            assertEquals(
                    List.of("|  the snippet threw REPL.$JShell$1$Odd"),
                    own.run("throw new Odd()").stream()
                            .map(l -> l.replaceAll("JShell\\$\\d+", "JShell\\$1"))
                            .toList());
            own.type("@0,1 if (myPe() == 0) barrierAll(); else"
                    + " Stream.generate(\"a\"::length).anyMatch(\"b\"::equals);\r");
            Thread.sleep(LONG_MS);
            own.type(ShellSession.INTERRUPT);
            own.await("PE 1 cannot be interrupted: it is outside of the library");
            own.awaitPrompt();
            assertEquals(
                    List.of("m ==>", "  PE 2: 2", "  PE 3: 3"), own.run("@2,3 var m = myPe()"), "nobody has joined");
            own.type("@2 while (true) Thread.onSpinWait();\r");
            Thread.sleep(LONG_MS);
            own.type(ShellSession.INTERRUPT);
            own.await("|  interrupted\n" + ShellSession.PROMPT);
            own.run("/reset");
            assertEquals(List.of("n ==> 4"), own.run("var n = nPes()"));
            assertEquals(0, own.end("/exit\r"));
        }
    }

    /** A PE that cannot be interrupted, a reset, a PE that ends, and another reset. */
    @Tag(Draw.DRAWN)
    @Test
    void shouldStartTheJobAgain() throws Exception {
        try (ShellSession own = new ShellSession(Files.createDirectory(directory.resolve("again")))) {
            own.run("int x = 3");
            own.type("@1 {IO.println(\"be\" + \"gins\"); Stream.generate(\"a\"::length).anyMatch(\"b\"::equals);}\r");
            own.await("begins");
            own.type(ShellSession.INTERRUPT);
            own.await("PE 1 cannot be interrupted: it is outside of the library; /reset starts the job again");
            own.await(ShellSession.PROMPT);
            assertEquals(List.of("w ==> 4"), own.run("@0 var w = nPes()"));
            own.run("/reset");
            assertTrue(own.run("x").getFirst().startsWith("|  Error"));
            assertEquals(List.of("y ==> 4"), own.run("var y = sumReduce(TEAM_WORLD, 1)"));
            own.type("@2 System.exit(3)\r");
            own.await("the job has ended; /reset starts it again\n" + ShellSession.PROMPT);
            assertTrue(own.run("nPes()").toString().contains("/reset starts it again"));
            own.run("/reset");
            assertEquals(List.of("z ==> 4"), own.run("var z = sumReduce(TEAM_WORLD, 1)"));
            final List<ProcessHandle> processes = own.processes();
            assertEquals(0, own.end("/exit\r"));
            assertTrue(processes.stream().noneMatch(ProcessHandle::isAlive));
        }
    }
}
