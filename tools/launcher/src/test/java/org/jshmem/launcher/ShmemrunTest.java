package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jnr.constants.platform.Signal;
import org.jshmem.launcher.LauncherProcess.Result;
import org.jshmem.launcher.pe.Script;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whole jobs, from the command line to what is left of them. */
@Tag(QuickFilter.FULL)
@Tag(Draw.DRAWN)
@Timeout(120)
class ShmemrunTest {
    private static final List<String> NONE = List.of();
    private static final String NO_OUTPUT = "shmemrun: the job was ended, as its standard output cannot be written: ";

    @TempDir
    static Path home;

    private static LauncherProcess launch;

    @BeforeAll
    static void makeDistribution() throws IOException {
        launch = new LauncherProcess(home);
    }

    @Test
    void shouldRunEveryPe() throws Exception {
        final Result result = launch.runScript(3, NONE, "env:JSHMEM_PE", "env:JSHMEM_NPES");
        assertEquals(0, result.status(), result.err());
        assertEquals(
                Set.of("JSHMEM_PE=0", "JSHMEM_PE=1", "JSHMEM_PE=2", "JSHMEM_NPES=3"),
                result.out().lines().collect(Collectors.toSet()));
        assertEquals("", result.err());
    }

    /** The shell reads each line as the words that the PE is started with. */
    @Test
    void shouldShowHowEachPeIsStarted() throws Exception {
        final Result result = launch.run(
                "-np",
                "3",
                "--show",
                "-x",
                "WORD=it's here",
                "-J-Dpe=%{pe}",
                Script.class.getName(),
                "a b",
                "",
                "c'd$e",
                "f");
        assertEquals(0, result.status(), result.err());
        final List<String> lines = result.out().lines().toList();
        assertEquals(3, lines.size(), result.out());
        for (int pe = 0; pe < 3; pe++) {
            final Process shell = new ProcessBuilder("sh", "-c", "printf '%s\\n' env " + lines.get(pe)).start();
            final List<String> words =
                    LauncherProcess.finish(shell, "").out().lines().toList();
            assertTrue(words.containsAll(List.of("WORD=it's here", "JSHMEM_PE=" + pe, "-Dpe=" + pe)), result.out());
            final int program = words.indexOf(Script.class.getName());
            assertEquals(List.of("a b", "", "c'd$e", "f"), words.subList(program + 1, words.size()));
        }
    }

    @Test
    void shouldWireUpInRounds() throws Exception {
        final Result result = launch.runScript(4, NONE, "gather", "gather:100000", "finalize", "gather:7", "finalize");
        assertEquals(0, result.status(), result.err());
        assertEquals("gathered 4\n".repeat(12), result.out());
    }

    @Test
    void shouldNotMixLines() throws Exception {
        final Result result = launch.runScript(4, NONE, "lines:200:3000", "lines:3:300000");
        assertEquals(0, result.status(), result.err());
        final List<String> lines = result.out().lines().toList();
        assertEquals(4 * 203, lines.size());
        assertTrue(
                lines.stream().allMatch(line -> line.equals(line.substring(0, 1).repeat(line.length()))));
    }

    @Test
    void shouldNotMixStacks() throws Exception {
        final Result result = launch.runScript(4, NONE, "stack:100");
        assertEquals(0, result.status(), result.err());
        final List<String> lines = result.err().lines().toList();
        assertEquals(4 * 101, lines.size());
        for (int first = 0; first < lines.size(); first += 101) {
            final String frame = lines.get(first).replace("java.lang.IllegalStateException:", "\tat");
            assertTrue(lines.subList(first + 1, first + 101).stream().allMatch(frame::equals), result.err());
        }
    }

    @Test
    void shouldPassLinesLongerThanItHolds() throws Exception {
        final int length = OutputPump.MAX_HELD_BYTES + 100_000;
        final Result result = launch.runScript(2, NONE, "on:0:lines:1:" + length, "gather", "lines:2:10", "finalize");
        assertEquals(0, result.status(), result.err());
        final List<Integer> lengths =
                result.out().lines().map(String::length).sorted().toList();
        assertEquals(List.of(10, 10, 10, 10, 10, 10, length), lengths);
    }

    @Test
    void shouldPassMostOfALongLineAtOnce() throws Exception {
        final int length = OutputPump.MAX_HELD_BYTES + 100_000;
        final Result result = launch.runScript(2, NONE, "lines:1:" + length);
        assertEquals(0, result.status(), result.err());
        final List<String> lines = result.out().lines().toList();
        assertTrue(
                lines.stream().allMatch(line -> line.equals(line.substring(0, 1).repeat(line.length()))));
        assertEquals(2L * length, lines.stream().mapToLong(String::length).sum());
        assertTrue(lines.size() <= 4, lines.size() + " lines");
    }

    @Test
    void shouldEndLastLine() throws Exception {
        final Result result = launch.runScript(2, NONE, "raw:abc");
        assertEquals("abc\nabc\n", result.out());
        assertEquals("abc", launch.runScript(1, NONE, "raw:abc").out());
    }

    @Test
    void shouldTagLines() throws Exception {
        final Result result =
                launch.runScript(2, List.of("--tag-output"), "on:1:print:a", "on:1:raw:b", "on:0:error:c");
        assertEquals("[1]<stdout>: a\n[1]<stdout>: b\n", result.out());
        assertEquals("[0]<stderr>: c\n", result.err());
    }

    @Test
    void shouldGiveStandardInputToPe0() throws Exception {
        final Result result = LauncherProcess.finish(launch.startScript(2, List.of("--tag-output"), "cat"), "x\ny\n");
        assertEquals("[0]<stdout>: x\n[0]<stdout>: y\n", result.out());
        assertEquals(0, result.status());
    }

    @Test
    void shouldGiveTheTerminalToPe0() throws Exception {
        assertGivesTheTerminalToPe0(NONE);
    }

    /** As under {@code su -c}, in containers and in an IDE. */
    @Test
    void shouldGiveATerminalThatDoesNotControlItToPe0() throws Exception {
        assertGivesTheTerminalToPe0(List.of("setsid", "--wait"));
    }

    private static void assertGivesTheTerminalToPe0(List<String> starter) throws Exception {
        final Process terminal = launch.startInTerminal(starter, "-np", "2", Script.class.getName(), "line");
        try {
            final StreamReader out = new StreamReader(terminal.getInputStream());
            out.awaitNumber("on PE (1): null");
            LauncherProcess.type(terminal, "abc\n");
            assertTrue(terminal.waitFor(20, TimeUnit.SECONDS), out::soFar);
            assertEquals(0, terminal.exitValue());
            assertTrue(out.text().contains("on PE 0: abc"), out.text());
        } finally {
            LauncherProcess.kill(terminal);
        }
    }

    @Test
    void shouldReadTheTerminalOnlyInTheForeground() throws Exception {
        final Process terminal = launch.startInTerminal(
                List.of("bash", "-c", "set -m; \"$@\" & sleep 4; jobs; fg", "bash"),
                "-np",
                "2",
                Script.class.getName(),
                "line");
        try {
            final StreamReader out = new StreamReader(terminal.getInputStream());
            LauncherProcess.type(terminal, "abc\n");
            assertTrue(terminal.waitFor(30, TimeUnit.SECONDS), out::soFar);
            assertTrue(out.text().matches("(?s).*\\[1]\\+? *Running.*on PE 0: abc.*"), out.text());
        } finally {
            LauncherProcess.kill(terminal);
        }
    }

    @Test
    void shouldSetVariablesAndOptions() throws Exception {
        final Result result =
                launch.runScript(1, List.of("-x", "A=b=c", "-x", "PATH", "-J-Da.pe=%{pe}"), "env:A", "property:a.pe");
        assertEquals("A=b=c\na.pe=0\n", result.out());
    }

    @Test
    void shouldSayWhyItCannotWrite() throws Exception {
        final Result full = runScriptInShell("\"$@\" > /dev/full", "print:a", "sleep:60000");
        assertEquals(new Result(74, "", NO_OUTPUT + "No space left on device\n"), full);
        assertEquals(
                new Result(74, "", NO_OUTPUT + "Bad file descriptor\n"), runScriptInShell("\"$@\" >&-", "print:a"));
        assertEquals(74, runScriptInShell("\"$@\" 2> /dev/full", "error:a").status());
        assertEquals(new Result(0, "", ""), runScriptInShell("\"$@\" >&-", "sleep:0"));
        assertEquals(74, runInShell("\"$@\" > /dev/full", "--help").status());
    }

    /** The PEs may have ended before the launcher has written their last line. */
    @Test
    void shouldNeverLoseOutputWithoutAWord() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertEquals(74, runScriptInShell("\"$@\" > /dev/full", "raw:a").status());
        }
    }

    /** The PEs have ended long before; what they have written is in pipes. */
    @Test
    void shouldLoseNothingIfTheReaderIsSlow() throws Exception {
        final Result result = runScriptInShell("\"$@\" | { sleep 4; cat; }", "on:0:lines:1000:119");
        assertEquals(120 * 1000, result.out().length());
        assertEquals("", result.err());
    }

    @Test
    void shouldEndQuietlyWhenNobodyReads() throws Exception {
        assertEquals(
                new Result(0, "a\n141\n", ""),
                runScriptInShell(
                        "exec 3>&1; { \"$@\"; echo $? >&3; } | head -n 1 3>&-",
                        "on:0:print:a",
                        "on:0:lines:100:100000",
                        "sleep:60000"));
    }

    private static Result runScriptInShell(String line, String... words) throws IOException, InterruptedException {
        final List<String> arguments = new ArrayList<>(List.of("-np", "2", Script.class.getName()));
        arguments.addAll(List.of(words));
        return runInShell(line, arguments.toArray(String[]::new));
    }

    private static Result runInShell(String line, String... arguments) throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>(List.of("sh", "-c", line, "sh"));
        command.addAll(launch.command(arguments));
        return LauncherProcess.finish(new ProcessBuilder(command).start(), "");
    }

    @Test
    void shouldReportStatusOfFirstFailingPe() throws Exception {
        final Result result = launch.runScript(3, NONE, "on:1:exit:7", "sleep:60000");
        assertEquals(7, result.status());
        assertTrue(result.err().matches("shmemrun: PE 1 \\(pid \\d+\\) ended with exit status 7\n"), result.err());
    }

    @Test
    void shouldReportKilledPe() throws Exception {
        final Result result = launch.runScript(3, NONE, "gather", "on:2:kill:KILL", "sleep:60000");
        assertEquals(128 + 9, result.status());
        assertTrue(result.err().contains("PE 2 (pid "), result.err());
        assertTrue(result.err().contains("was killed by signal 9 (SIGKILL)"), result.err());
    }

    @Test
    void shouldReportAbort() throws Exception {
        final Result result = launch.runScript(2, NONE, "gather", "on:0:abort:no luck", "sleep:60000");
        assertEquals(1, result.status());
        assertTrue(result.err().matches("shmemrun: PE 0 \\(pid \\d+\\) failed: no luck\n"), result.err());
    }

    @Test
    void shouldTakeStatusOfGlobalExit() throws Exception {
        final Result result = launch.runScript(3, NONE, "gather", "on:2:globalExit:42", "sleep:60000");
        assertEquals(42, result.status());
        assertTrue(result.err().matches("shmemrun: PE 2 \\(pid \\d+\\) has had enough\n"), result.err());
        final Result quiet = launch.runScript(2, NONE, "gather", "on:0:globalExit:0", "sleep:60000");
        assertEquals(0, quiet.status());
        assertEquals("", quiet.err());
    }

    /** PE 1 does not end before it is killed. */
    @Test
    void shouldPassTheLastWordsBeforeGlobalExit() throws Exception {
        final Result result = launch.runScript(
                3, NONE, "on:1:ignoreTerm", "gather", "on:2:print:last", "on:2:globalExit:42", "sleep:60000");
        assertEquals(42, result.status(), result.err());
        assertTrue(result.out().lines().anyMatch("last"::equals), result.out());
        assertTrue(result.err().matches("shmemrun: PE 2 \\(pid \\d+\\) has had enough\n"), result.err());
    }

    /** PE 1 is told to end by then. */
    @Test
    void shouldKeepTheStatusOfGlobalExitWhenAPeAbortsAfterIt() throws Exception {
        final Result result =
                launch.runScript(3, NONE, "on:1:abortLate:too late", "gather", "on:2:globalExit:42", "sleep:60000");
        assertEquals(42, result.status(), result.err());
        assertTrue(result.err().matches("shmemrun: PE 2 \\(pid \\d+\\) has had enough\n"), result.err());
    }

    @Test
    void shouldReportEndWithoutShutdown() throws Exception {
        final Result result = launch.runScript(2, NONE, "gather", "on:0:finalize");
        assertEquals(1, result.status());
        assertTrue(result.err().contains("PE 1 (pid "), result.err());
        assertTrue(result.err().contains("ended without shutdown()"), result.err());
    }

    @Test
    void shouldReportEndWithoutInit() throws Exception {
        final Result result = launch.runScript(3, NONE, "on:0:gather", "on:2:gather");
        assertEquals(1, result.status());
        assertTrue(result.err().contains("PE 1 (pid "), result.err());
        assertTrue(result.err().contains("ended without init()"), result.err());
    }

    @Test
    void shouldEndAfterTimeout() throws Exception {
        final Result result = launch.runScript(2, List.of("--timeout", "2"), "on:0:sleep:60000");
        assertEquals(124, result.status());
        assertTrue(result.err().contains("--timeout=2 seconds; still running: PE 0\n"), result.err());
    }

    @Test
    void shouldTurnAwayWrongSecret() throws Exception {
        final Result result = launch.runScript(2, NONE, "on:1:wrongSecret");
        assertEquals(0, result.status(), result.err());
        assertEquals("turned away\n", result.out());
        assertTrue(result.err().contains("wrong secret"), result.err());
    }

    @Test
    void shouldRefuseAPeOfAnotherVersion() throws Exception {
        final Result result = launch.runScript(2, NONE, "otherVersion");
        assertEquals(1, result.status());
        assertTrue(
                result.err()
                        .contains(
                                "its library speaks version 3 of the protocol with shmemrun, this shmemrun version 2"),
                result.err());
    }

    @Test
    void shouldTurnAwayFramesThatAreNone() throws Exception {
        final Result unknown = launch.runScript(1, NONE, "unknownFrame", "sleep:500");
        assertTrue(unknown.err().contains("frame type=99 is unknown"), unknown.err());
        final Result tooShort = launch.runScript(1, NONE, "shortFrame", "sleep:500");
        assertTrue(tooShort.err().contains("frame type=5 is too short"), tooShort.err());
    }

    /** The first of the reasons is told; the PE itself goes on. */
    @Test
    void shouldTurnAwayWhatIsNoPeOrSpeaksOutOfTurn() throws Exception {
        final Result result = launch.runScript(2, NONE, "on:1:wrongFrames", "on:1:exit:4", "on:0:sleep:60000");
        assertEquals(4, result.status(), result.err());
        assertEquals("""
            another type first: turned away
            as PE -1: turned away
            as PE 2: turned away
            again: turned away
            two contributions: turned away
            """, result.out());
        assertTrue(
                result.err()
                        .matches("shmemrun: turned away 5 connections to the control socket, the first: pid \\d+: its"
                                + " first frame is no HELLO\nshmemrun: PE 1 \\(pid \\d+\\) ended with exit status"
                                + " 4\n"),
                result.err());
    }

    /** As {@code java} reads them from a file of arguments. */
    @Test
    void shouldPrintWordsForAnotherLauncher() throws Exception {
        final Result result = launch.run(
                "-np",
                "1",
                "--print-java-options",
                "-J-Da=b c",
                Script.class.getName(),
                "q\"q",
                "b\\s",
                "#h",
                "i'j",
                "k");
        assertEquals(0, result.status(), result.err());
        final List<String> lines = result.out().lines().toList();
        assertTrue(lines.contains("\"-Da=b c\""), result.out());
        assertTrue(lines.contains("--enable-native-access=ALL-UNNAMED"), result.out());
        assertEquals(
                List.of(Script.class.getName(), "\"q\\\"q\"", "\"b\\\\s\"", "\"#h\"", "\"i'j\"", "k"),
                lines.subList(lines.size() - 6, lines.size()));
        final Result differs = launch.run("-np", "2", "--print-java-options", "-J-Dpe=%{pe}", Script.class.getName());
        assertEquals(
                new Result(
                        2,
                        "",
                        "shmemrun: -J-Dpe=%{pe} differs from PE to PE, and --print-java-options prints one line for"
                                + " all\n"),
                differs);
    }

    @Test
    void shouldTurnAwayFramesThatAreTooLong() throws Exception {
        final Result result = launch.runScript(1, NONE, "hugeFrame:20000000");
        assertEquals(1, result.status());
        assertTrue(result.err().contains("frame length=20000001 is not from 1 to"), result.err());
    }

    @Test
    void shouldEndOnSignals() throws Exception {
        for (String signal : List.of("TERM", "INT", "HUP")) {
            final Process launcher = launch.startScript(2, NONE, "pid", "gather", "child", "sleep:60000");
            final StreamReader out = new StreamReader(launcher.getInputStream());
            final StreamReader err = new StreamReader(launcher.getErrorStream());
            out.awaitNumber("(?s)child=(\\d+).*child=");
            LauncherProcess.signal(signal, launcher.pid());
            assertTrue(launcher.waitFor(30, TimeUnit.SECONDS));
            final int number = signal.equals("TERM") ? 15 : signal.equals("INT") ? 2 : 1;
            assertEquals(128 + number, launcher.exitValue());
            assertTrue(err.text().contains("ended by signal " + number + " (SIG" + signal + ")"), err.text());
            LauncherProcess.assertNoneAlive(out.text());
        }
    }

    /** The caller may have ended before the launcher looks. */
    @Test
    void shouldEndWhenItsCallerHasEnded() throws Exception {
        final Process caller = new ProcessBuilder("true").start();
        caller.waitFor();
        final Result result = launch.with("-D" + Launch.PARENT_PROPERTY + "=" + caller.pid())
                .runScript(1, NONE, "pid", "sleep:60000");
        assertEquals(128 + Signal.SIGTERM.intValue(), result.status(), result.err());
        LauncherProcess.assertNoneAlive(result.out());
    }

    @Test
    void shouldLeaveNothingWhenKilled() throws Exception {
        final Process launcher = launch.startScript(2, NONE, "pid", "gather", "sleep:60000");
        final StreamReader out = new StreamReader(launcher.getInputStream());
        out.awaitNumber("(?s)gathered (\\d+).*gathered");
        LauncherProcess.signal("KILL", launcher.pid());
        assertTrue(launcher.waitFor(30, TimeUnit.SECONDS));
        LauncherProcess.assertNoneAlive(out.text());
    }

    @Test
    void shouldEndWhatAPeLeavesInItsGroup() throws Exception {
        final Result result = launch.runScript(2, NONE, "pid", "on:1:child", "on:1:exit:3", "sleep:60000");
        assertEquals(3, result.status());
        LauncherProcess.assertNoneAlive(result.out());
        final Result good = launch.runScript(1, NONE, "child");
        assertEquals(0, good.status(), good.err());
        LauncherProcess.assertNoneAlive(good.out());
    }

    /** The words of PEs, by the status of their job. */
    @ParameterizedTest(name = "status {0}: {1}")
    @CsvSource({
        "0, gather finalize",
        "7, gather on:1:exit:7 sleep:60000",
        "137, gather on:1:kill:KILL sleep:60000",
        "3, gather on:1:globalExit:3 sleep:60000",
        "124, gather sleep:60000"
    })
    void shouldLeaveNoFile(int status, String words) throws Exception {
        final Path temporary = Files.createTempDirectory(home, "left");
        Set<String> left = Set.of();
        for (int i = 0; i < 3 && (i == 0 || !left.isEmpty()); i++) {
            final Set<String> before = files();
            final Result result = LauncherProcess.finish(startSourceFile(temporary, status == 124 ? 5 : 50, words), "");
            assertEquals(status, result.status(), result.err());
            assertTrue(isEmpty(temporary), result.err());
            left = filesSince(before);
        }
        assertEquals(Set.of(), left);
    }

    /** As docs/troubleshooting.md has it, the directory of the classes remains, and nothing else. */
    @Test
    void shouldLeaveOnlyTheClassesOfASourceFileWhenKilled() throws Exception {
        Set<String> left = Set.of();
        for (int i = 0; i < 3 && (i == 0 || !left.isEmpty()); i++) {
            final Path temporary = Files.createTempDirectory(home, "killed");
            final Set<String> before = files();
            final Process launcher = startSourceFile(temporary, 50, "pid gather sleep:60000");
            final StreamReader out = new StreamReader(launcher.getInputStream());
            out.awaitNumber("(?s)gathered (\\d+).*gathered");
            LauncherProcess.signal("KILL", launcher.pid());
            assertTrue(launcher.waitFor(30, TimeUnit.SECONDS));
            LauncherProcess.assertNoneAlive(out.text());
            try (Stream<Path> all = Files.walk(temporary)) {
                final List<String> names = all.skip(1)
                        .map(file -> temporary.relativize(file).toString())
                        .sorted()
                        .toList();
                assertEquals(2, names.size(), names.toString());
                assertTrue(names.getFirst().matches("shmemrun\\d+"), names.toString());
                assertEquals(names.getFirst() + "/Told.class", names.getLast());
            }
            left = filesSince(before);
        }
        assertEquals(Set.of(), left);
    }

    /** Starts two PEs of a program that is compiled first, and then does what a script does. */
    private static Process startSourceFile(Path temporary, int seconds, String words) throws IOException {
        final Path file = Files.writeString(
                home.resolve("Told.java"),
                "public class Told { public static void main(String[] words) throws Exception { "
                        + Script.class.getName() + ".main(words); } }");
        final List<String> line = launch.command("-np", "2", "--timeout", Integer.toString(seconds), file.toString());
        line.addAll(List.of(words.split(" ")));
        final ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().put("TMPDIR", temporary.toString());
        return builder.start();
    }

    @Test
    void shouldRunManyPes() throws Exception {
        final Result result = launch.runScript(24, NONE, "gather", "finalize");
        assertEquals(0, result.status(), result.err());
        assertEquals(24, result.out().lines().count());
    }

    @Test
    void shouldRunASourceFileWithOthersOfItsTree() throws Exception {
        final Path sources = Files.createDirectories(home.resolve("a/b"));
        final Path main = Files.writeString(
                sources.resolve("Main.java"),
                "package a.b; public class Main { public static void main(String[] words) { IO.println(Other.TEXT +"
                        + " words[0]); } }");
        Files.writeString(sources.resolve("Other.java"), "package a.b; class Other { static String TEXT = \"of \"; }");
        final Result result = launch.run("-np", "2", main.toString(), "Other");
        assertEquals("of Other\nof Other\n", result.out(), result.err());
        assertEquals(0, result.status());
        assertNoClassesLeft();
    }

    @Test
    void shouldCompileASourceFileInTheDirectoryOfTmpdir() throws Exception {
        final Path temporary = Files.createDirectory(home.resolve("tmp"));
        final Path file = Files.writeString(
                home.resolve("Where.java"),
                "public class Where { public static void main(String[] args) {"
                        + " System.out.println(System.getProperty(\"java.class.path\")); } }");
        final Result result = runWith(Map.of("TMPDIR", temporary.toString()), file);
        assertEquals(0, result.status(), result.err());
        assertTrue(result.out().contains(":" + temporary + "/shmemrun"), result.out());
        try (Stream<Path> left = Files.list(temporary)) {
            assertEquals(List.of(), left.toList());
        }
    }

    /** Before the compiler writes a class, or while it writes many. */
    @ParameterizedTest
    @CsvSource({"1, 20000", "3000, 1"})
    void shouldLeaveNothingOfASourceFileWhoseCompilationIsInterrupted(int classes, int methods) throws Exception {
        final Path temporary = Files.createDirectory(home.resolve("interrupted-" + classes));
        final String body = IntStream.range(0, methods)
                .mapToObj(i -> "static int m" + i + "(int x) { return x + " + i + "; }")
                .collect(Collectors.joining("\n"));
        final String all = IntStream.range(0, classes)
                .mapToObj(i -> "class Long" + i + " {" + body + "}")
                .collect(Collectors.joining("\n"));
        final Path file = Files.writeString(home.resolve("Long.java"), all);
        final ProcessBuilder builder = new ProcessBuilder(launch.command("-np", "1", file.toString()));
        builder.environment().put("TMPDIR", temporary.toString());
        final Process launcher = builder.start();
        try {
            while (isEmpty(temporary) || classes > 1 && files(temporary) < 3) {
                assertTrue(launcher.isAlive(), "ended before the signal");
                Thread.sleep(1);
            }
            LauncherProcess.signal("INT", launcher.pid());
            assertEquals(ExitStatus.ofSignal(2), launcher.waitFor());
            assertTrue(isEmpty(temporary), "left in " + temporary);
        } finally {
            LauncherProcess.kill(launcher);
        }
    }

    /** With the directory itself. */
    private static long files(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.count();
        }
    }

    private static boolean isEmpty(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    @Test
    void shouldSayThatTmpdirCannotBeWritten() throws Exception {
        final Path file = Files.writeString(home.resolve("Nowhere.java"), "class Nowhere {}");
        final Result result = runWith(Map.of("TMPDIR", "/proc"), file);
        assertEquals(2, result.status(), result.err());
        assertTrue(
                result.err()
                        .matches("shmemrun: the classes of \\S+Nowhere.java cannot be written to /proc \\(.*\\); set"
                                + " TMPDIR to a directory where files can be written\n"),
                result.err());
    }

    /** By the launcher's own {@code java}, without the script that chooses a locale. */
    @Test
    void shouldSayThatALocaleLacksTheCharactersOfAName() throws Exception {
        final List<String> line =
                new ArrayList<>(List.of("sh", "-c", "exec \"$@\" \"$(printf 'Gr\\303\\274n.java')\"", "sh"));
        line.addAll(launch.command("-np", "1"));
        final ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().put("LC_ALL", "C");
        final Result result = LauncherProcess.finish(builder.start(), "");
        assertEquals(2, result.status(), result.err());
        assertTrue(
                result.err()
                        .matches("shmemrun: Gr\\S+n.java is not a path in the locale of this process \\(.*\\); set"
                                + " LC_ALL=C.UTF-8\n"),
                result.err());
    }

    private static Result runWith(Map<String, String> environment, Path file) throws Exception {
        final ProcessBuilder builder = new ProcessBuilder(launch.command("-np", "1", file.toString()));
        builder.environment().putAll(environment);
        return LauncherProcess.finish(builder.start(), "");
    }

    @Test
    void shouldSayWhyASourceFileDoesNotRun() throws Exception {
        final Path wrong = Files.writeString(home.resolve("Wrong.java"), "class Wrong { int x = ; }");
        final Result result = launch.run("-np", "2", wrong.toString());
        assertEquals(ExitStatus.USAGE, result.status());
        assertEquals(1, result.err().split("illegal start of expression", -1).length - 1, result.err());
        assertTrue(result.err().endsWith("shmemrun: " + wrong + " does not compile\n"), result.err());
        final Path elsewhere = Files.writeString(home.resolve("Main.java"), "package c; class Main {}");
        assertTrue(launch.run("-np", "1", elsewhere.toString()).err().contains("is of the package c, and not in"));
        assertTrue(
                launch.run("-np", "1", "--show", elsewhere.toString()).err().contains("compile it and name the class"));
        assertNoClassesLeft();
    }

    /** Launchers here make temporary files in the distribution's directory. */
    private void assertNoClassesLeft() throws IOException {
        try (var left = Files.newDirectoryStream(home, "shmemrun*")) {
            assertFalse(left.iterator().hasNext());
        }
    }

    @Test
    void shouldRunAnExampleByName() throws Exception {
        launch.addExample("say", Script.class);
        assertEquals("hi\n", launch.run("-np", "1", "say", "print:hi").out());
        assertTrue(launch.run("--list-examples").out().contains("says what it is told"));
    }

    /** One of some jobs leaves none; others on this machine have files, too. */
    private static Set<String> filesSince(Set<String> before) throws IOException {
        final Set<String> left = files();
        left.removeAll(before);
        left.removeIf(name -> !name.contains("jshmem"));
        return left;
    }

    private static Set<String> files() throws IOException {
        final Set<String> names = new TreeSet<>();
        for (String directory : List.of("/dev/shm", System.getProperty("java.io.tmpdir"))) {
            try (var entries = Files.list(Path.of(directory))) {
                entries.map(Path::toString).forEach(names::add);
            }
        }
        return names;
    }
}
