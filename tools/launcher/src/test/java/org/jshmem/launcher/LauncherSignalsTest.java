package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import jnr.constants.platform.Signal;
import org.jshmem.launcher.LauncherProcess.Result;
import org.jshmem.launcher.pe.Script;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Signals that do not end a job: those of a terminal, in a shell that has jobs, and of a batch system. */
@Tag(QuickFilter.FULL)
@Timeout(60)
class LauncherSignalsTest {
    private static final String CONTROL_C = "\u0003";
    private static final String CONTROL_Z = "\u001a";
    private static final String CONTROL_BACKSLASH = "\u001c";

    @TempDir
    static Path home;

    private static LauncherProcess launch;

    @BeforeAll
    static void makeDistribution() throws IOException {
        launch = new LauncherProcess(home);
    }

    @Test
    void shouldStopAndContinueWithItsPes() throws Exception {
        final Process terminal = start("\"$@\"; echo stopped 1; read -r _; fg", "pid", "sleep:60000");
        try {
            final StreamReader out = new StreamReader(terminal.getInputStream());
            awaitPids(out);
            LauncherProcess.type(terminal, CONTROL_Z);
            out.awaitNumber("stopped (1)");
            assertTrue(pids(out).allMatch(pid -> awaitsState(pid, true)), out.soFar());
            LauncherProcess.type(terminal, "\n");
            assertTrue(pids(out).allMatch(pid -> awaitsState(pid, false)), out.soFar());
            LauncherProcess.type(terminal, CONTROL_C);
            assertTrue(terminal.waitFor(20, TimeUnit.SECONDS), out::soFar);
            assertTrue(out.text().contains("ended by signal 2 (SIGINT)"), out.text());
        } finally {
            LauncherProcess.kill(terminal);
        }
    }

    /** It was reading the terminal when it was stopped. */
    @Test
    void shouldContinueInTheBackground() throws Exception {
        final Process terminal = start("\"$@\"; bg; sleep 1; jobs; fg", "pid", "line");
        try {
            final StreamReader out = new StreamReader(terminal.getInputStream());
            awaitPids(out);
            LauncherProcess.type(terminal, CONTROL_Z);
            out.awaitNumber("\\[(1)\\]\\+? *Running");
            LauncherProcess.type(terminal, "abc\n");
            assertTrue(terminal.waitFor(20, TimeUnit.SECONDS), out::soFar);
            assertTrue(out.text().contains("on PE 0: abc"), out.text());
        } finally {
            LauncherProcess.kill(terminal);
        }
    }

    @Test
    void shouldShowTheStacksOfPes() throws Exception {
        final Process terminal = start("\"$@\"; echo ended", "pid", "sleep:60000");
        try {
            final StreamReader out = new StreamReader(terminal.getInputStream());
            awaitPids(out);
            final long launcher = ProcFiles.parent(pids(out).findFirst().orElseThrow());
            assertTrue(awaits(() -> ProcFiles.handles(launcher, Signal.SIGALRM.intValue())), "not prepared");
            LauncherProcess.type(terminal, CONTROL_BACKSLASH);
            out.awaitNumber("(?s)JNI global refs: (\\d+).*JNI global refs: .*\\s$");
            LauncherProcess.type(terminal, CONTROL_C);
            assertTrue(terminal.waitFor(20, TimeUnit.SECONDS), out::soFar);
            assertEquals(2, count(out.text(), "Full thread dump"), out.text());
            // The lines of the two may be mixed.
            assertEquals(2, count(out.text(), "at org.jshmem.launcher.pe.Script.run"), out.text());
        } finally {
            LauncherProcess.kill(terminal);
        }
    }

    @Test
    void shouldPassAWarningToPesThatHandleIt() throws Exception {
        final Process launcher =
                launch.startScript(2, List.of(), "on:1:handle:USR1", "pid", "on:0:line", "on:1:sleep:60000");
        try {
            final StreamReader out = new StreamReader(launcher.getInputStream());
            awaitPids(out);
            LauncherProcess.signal("USR2", launcher.pid());
            LauncherProcess.signal("USR1", launcher.pid());
            out.awaitNumber("PE (1) got USR1");
            final Result rest = LauncherProcess.finish(launcher, "abc\n", out);
            assertEquals(0, rest.status(), rest.err());
            assertEquals("", rest.err());
            assertTrue(out.text().contains("on PE 0: abc"), out.text());
            assertFalse(out.text().contains("stray"), out.text());
        } finally {
            LauncherProcess.kill(launcher);
        }
    }

    private static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    private static Process start(String line, String... words) throws IOException {
        final String[] arguments = new String[words.length + 3];
        arguments[0] = "-np";
        arguments[1] = "2";
        arguments[2] = Script.class.getName();
        System.arraycopy(words, 0, arguments, 3, words.length);
        return launch.startInTerminal(List.of("bash", "-c", "set -m; " + line, "bash"), arguments);
    }

    private static void awaitPids(StreamReader out) throws InterruptedException {
        out.awaitNumber("(?s)pid=(\\d+).*pid=\\d+\\s");
    }

    private static LongStream pids(StreamReader out) {
        return Pattern.compile("pid=(\\d+)")
                .matcher(out.soFar())
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)));
    }

    private static boolean awaitsState(long pid, boolean stopped) {
        return awaits(() -> isStopped(pid) == stopped);
    }

    private static boolean awaits(BooleanSupplier condition) {
        final long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (System.nanoTime() < deadline) {
            if (condition.getAsBoolean()) {
                return true;
            }
            LockSupport.parkNanos(10_000_000);
        }
        return false;
    }

    private static boolean isStopped(long pid) {
        try {
            final String stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
            return stat.charAt(stat.lastIndexOf(')') + 2) == 'T';
        } catch (IOException e) {
            throw new AssertionError("pid=" + pid + " has ended", e);
        }
    }
}
