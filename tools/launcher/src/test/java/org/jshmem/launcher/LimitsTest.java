package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jnr.unixsocket.UnixSocketAddress;
import jnr.unixsocket.UnixSocketChannel;
import org.jshmem.launcher.LauncherProcess.Result;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What PEs and strangers do to a launcher that has little of everything. */
@Tag(QuickFilter.FULL)
@Tag(Draw.DRAWN)
@Timeout(120)
class LimitsTest {
    private static final List<String> NONE = List.of();
    private static final int HELLO_BYTES = 33;

    /** So much of a pipe's 64 KiB is filled, at least, when a write of some pages waits. */
    private static final int PIPE_BYTES = 56 << 10;

    @TempDir
    static Path home;

    private static LauncherProcess launch;
    private static LauncherProcess small;

    @BeforeAll
    static void makeDistribution() throws IOException {
        launch = new LauncherProcess(home);
        small = launch.with("-Xmx48m");
    }

    /** PE 0 waits, within its line, for PEs that print more than a pipe holds. */
    @Test
    void shouldNotMakePesWaitForTheEndOfALine() throws Exception {
        final int length = OutputPump.MAX_HELD_BYTES + 1_000_000;
        final Result result = launch.runScript(
                2, NONE, "on:0:longLine:" + length, "on:1:lines:2000:100", "gather", "on:0:raw:\n", "finalize");
        assertEquals(0, result.status(), result.err());
        assertEquals(length, count(result.out(), 'a') - count("gathered gathered", 'a'));
        assertEquals(2000, result.out().lines().filter("b".repeat(100)::equals).count());
    }

    @Test
    void shouldPassLongLinesOfManyPesWithLittleMemory() throws Exception {
        final int length = OutputPump.MAX_HELD_BYTES - 1000;
        final Result result = small.runScript(6, List.of("--tag-output"), "longLine:" + length);
        assertEquals(0, result.status(), result.err());
        for (int pe = 0; pe < 6; pe++) {
            final char letter = (char) ('g' + pe - 6);
            final String tag = "[" + pe + "]<stdout>: ";
            final List<String> lines =
                    result.out().lines().filter(line -> line.startsWith(tag)).toList();
            assertEquals(
                    length,
                    lines.stream()
                            .mapToLong(line -> count(line.substring(tag.length()), letter))
                            .sum());
            assertTrue(lines.stream().allMatch(line -> count(line, letter) >= line.length() - tag.length()));
        }
    }

    @Test
    void shouldNotBelieveWhatStrangersAnnounce() throws Exception {
        try (Waiting job = new Waiting(small)) {
            for (int i = 0; i < 60; i++) {
                job.send(ByteBuffer.allocate(5).putInt(1 << 20).put((byte) 1));
            }
            job.end("TERM", 143);
            assertTrue(job.err.text().contains("is no PE of this job"), job.err.text());
        }
    }

    @Test
    void shouldNotReadOnBeforeHelloIsAccepted() throws Exception {
        try (Waiting job = new Waiting(small)) {
            for (int i = 0; i < 30; i++) {
                final ByteBuffer frames = ByteBuffer.allocate(4 + HELLO_BYTES + (4 << 20));
                frames.putInt(HELLO_BYTES).put((byte) 1).position(4 + HELLO_BYTES);
                for (int frame = 0; frame < 4; frame++) {
                    frames.putInt((1 << 20) - 4).position(frames.position() + (1 << 20) - 4);
                }
                job.send(frames);
            }
            job.end("INT", 130);
            assertTrue(job.err.text().contains("is no PE of this job"), job.err.text());
        }
    }

    @Test
    void shouldCountStrangersInOneLine() throws Exception {
        try (Waiting job = new Waiting(small)) {
            for (int i = 0; i < 2000; i++) {
                job.send(
                        ByteBuffer.allocate(4 + HELLO_BYTES).putInt(HELLO_BYTES).put((byte) 1));
            }
            job.end("TERM", 143);
            final List<String> lines = job.err
                    .text()
                    .lines()
                    .filter(line -> line.contains("turned away"))
                    .toList();
            assertEquals(1, lines.size(), job.err.text());
            assertTrue(
                    lines.get(0)
                            .matches("shmemrun: turned away 2000 connections to the control socket, the first: pid "
                                    + ProcessHandle.current().pid() + " is no PE of this job; if a PE has started it,"
                                    + " set SHMEM_BOOTSTRAP=single for it, and it is a job of its own"),
                    lines.get(0));
        }
    }

    /** More idle connections than there is room for; a PE still comes in. */
    @Test
    void shouldAdmitPesBesideStrangersThatStay() throws Exception {
        final Process launcher = launch.startScript(2, NONE, "env:JSHMEM_CONTROL", "line", "gather", "finalize");
        try {
            final StreamReader out = new StreamReader(launcher.getInputStream());
            final StreamReader err = new StreamReader(launcher.getErrorStream());
            final UnixSocketAddress address = address(out);
            final List<UnixSocketChannel> strangers = new ArrayList<>();
            for (int i = 0; i < 150; i++) {
                strangers.add(connect(address));
            }
            launcher.getOutputStream().write('\n');
            launcher.getOutputStream().close();
            assertTrue(launcher.waitFor(60, TimeUnit.SECONDS), "not ended");
            for (UnixSocketChannel stranger : strangers) {
                stranger.close();
            }
            assertEquals(0, launcher.exitValue(), err.text());
            assertEquals(2, out.text().lines().filter("gathered 2"::equals).count(), out.text());
        } finally {
            launcher.destroyForcibly();
        }
    }

    /** What a PE says without end must neither fill the launcher nor keep it from its own clock and from signals. */
    @Test
    void shouldEndAJobOfAPeThatNeverStopsTalking() throws Exception {
        final Result result = small.runScript(2, List.of("--timeout", "4"), "on:0:floodFinalized", "on:1:sleep:60000");
        assertEquals(124, result.status(), result.err());
    }

    @Test
    void shouldKillPesThatIgnoreATerm() throws Exception {
        final Result result = launch.runScript(2, NONE, "on:0:ignoreTerm", "gather", "on:1:exit:3", "sleep:60000");
        assertEquals(3, result.status(), result.err());
    }

    @Test
    void shouldNotLetAnotherProcessSpeakForAPe() throws Exception {
        final Result result = launch.runScript(2, NONE, "on:1:childSpeaks", "gather", "finalize");
        assertEquals(0, result.status(), result.err());
        assertTrue(result.err().contains("is no PE of this job"), result.err());
        assertTrue(result.err().contains("SHMEM_BOOTSTRAP=single"), result.err());
    }

    /** Messages go where the output goes, and nobody reads that. */
    @Test
    void shouldEndBySignalsWhenNobodyReadsItsMessages() throws Exception {
        final Process launcher = new ProcessBuilder(
                        launch.command("-np", "1", org.jshmem.launcher.pe.Script.class.getName(), "longLine:20000000"))
                .redirectErrorStream(true)
                .start();
        try {
            Thread.sleep(3000);
            assertTrue(launcher.isAlive());
            signal("TERM", launcher);
            assertTrue(launcher.waitFor(20, TimeUnit.SECONDS), "TERM has no effect");
            assertEquals(143, launcher.exitValue());
        } finally {
            launcher.destroyForcibly();
        }
    }

    /** The messages of the PEs have filled the pipe of the standard error, and the launcher's own would come next. */
    @ParameterizedTest
    @CsvSource({"TERM, 15", "INT, 2", "HUP, 1"})
    void shouldEndBySignalsWhenNobodyReadsTheErrors(String signal, int number) throws Exception {
        final Process launcher =
                launch.startScript(2, NONE, "pid", "on:0:line", "gather", "stack:2000000", "sleep:60000");
        try {
            final StreamReader out = new StreamReader(launcher.getInputStream());
            out.awaitNumber("(?s)pid=(\\d+)\\s.*pid=\\d+\\s");
            launcher.getOutputStream().write('\n');
            launcher.getOutputStream().flush();
            while (launcher.getErrorStream().available() < PIPE_BYTES) {
                assertTrue(launcher.isAlive(), "ended with the pipe not full");
                Thread.sleep(10);
            }
            Thread.sleep(500); // what the launcher itself holds may get full, too
            assertTrue(launcher.isAlive());
            signal(signal, launcher);
            assertTrue(launcher.waitFor(20, TimeUnit.SECONDS), signal + " has no effect");
            assertEquals(128 + number, launcher.exitValue());
            LauncherProcess.assertNoneAlive(out.text());
        } finally {
            LauncherProcess.kill(launcher);
        }
    }

    /** The same, and the launcher would say that the time is over. */
    @Test
    void shouldEndAtItsTimeLimitWhenNobodyReadsTheErrors() throws Exception {
        final Process launcher = launch.startScript(1, List.of("--timeout", "5"), "stack:2000000", "sleep:60000");
        try {
            assertTrue(launcher.waitFor(30, TimeUnit.SECONDS), "--timeout has no effect");
            assertEquals(124, launcher.exitValue());
            assertTrue(launcher.getErrorStream().available() >= PIPE_BYTES, "the pipe was not full");
        } finally {
            LauncherProcess.kill(launcher);
        }
    }

    @Test
    void shouldRefuseMorePesThanTheMachineHolds() throws Exception {
        final Result result = launch.runScript(2_000_000_000, NONE, "print:started");
        assertEquals(2, result.status(), result.err());
        assertTrue(result.err().startsWith("shmemrun: -np=2000000000 is more PEs than can run here ("), result.err());
        assertEquals("", result.out());
    }

    @Test
    void shouldNameTheLimitOfOpenFiles() throws Exception {
        for (int files = 44; files < 76; files += 8) {
            final Result result = underLimit(
                    "-n " + files, "-np", "20", org.jshmem.launcher.pe.Script.class.getName(), "print:started");
            assertTrue(result.status() != 0, "ulimit -n " + files);
            assertTrue(result.err().contains("ulimit -n"), "ulimit -n " + files + ": " + result.err());
        }
    }

    @Test
    void shouldNameTheLimitOfASourceFilesClasses() throws Exception {
        final Path file = Files.writeString(home.resolve("Small.java"), "class Small {}");
        final Result result = underLimit("-f 0", "-np", "1", file.toString());
        assertEquals(2, result.status(), result.err());
        assertTrue(result.err().contains("its classes cannot be written"), result.err());
        assertTrue(result.err().endsWith("; raise ulimit -f, which bounds the size of files\n"), result.err());
    }

    private static Result underLimit(String limit, String... arguments) throws Exception {
        final List<String> line = new ArrayList<>(List.of("sh", "-c", "ulimit " + limit + "; exec \"$@\"", "sh"));
        line.addAll(launch.command(arguments));
        return LauncherProcess.finish(
                new ProcessBuilder(line).redirectInput(new File("/dev/null")).start(), "");
    }

    private static long count(String text, char letter) {
        return text.chars().filter(c -> c == letter).count();
    }

    private static UnixSocketAddress address(StreamReader out) throws Exception {
        out.awaitNumber("JSHMEM_CONTROL=jshmem-(\\d+)-\\w+\n");
        final String line = out.soFar();
        return new UnixSocketAddress("\0" + line.replaceAll("(?s).*JSHMEM_CONTROL=(\\S+)\n.*", "$1"));
    }

    /** The launcher may not listen yet. */
    private static UnixSocketChannel connect(UnixSocketAddress address) throws InterruptedException {
        while (true) {
            try {
                return UnixSocketChannel.open(address);
            } catch (IOException e) {
                Thread.sleep(5);
            }
        }
    }

    private static void signal(String name, Process process) throws IOException, InterruptedException {
        new ProcessBuilder("bash", "-c", "kill -" + name + " " + process.pid())
                .start()
                .waitFor();
    }

    /** A job of one PE that waits to be ended. */
    private static final class Waiting implements AutoCloseable {
        private final Process launcher;
        private final StreamReader err;
        private final UnixSocketAddress address;
        private final List<UnixSocketChannel> channels = new ArrayList<>();

        Waiting(LauncherProcess launch) throws Exception {
            launcher = launch.startScript(1, NONE, "env:JSHMEM_CONTROL", "sleep:60000");
            err = new StreamReader(launcher.getErrorStream());
            address = address(new StreamReader(launcher.getInputStream()));
        }

        /** Sends as much of this as the launcher takes at once, on a connection that stays. */
        void send(ByteBuffer bytes) throws Exception {
            final UnixSocketChannel channel = connect(address);
            channels.add(channel);
            channel.configureBlocking(false);
            bytes.rewind();
            try {
                for (int i = 0; i < 20 && bytes.hasRemaining(); i++) {
                    channel.write(bytes);
                }
            } catch (IOException e) {
                // Turned away.
            }
            if (channels.size() > 100) {
                channels.remove(0).close();
            }
        }

        void end(String signal, int status) throws Exception {
            signal(signal, launcher);
            assertTrue(launcher.waitFor(20, TimeUnit.SECONDS), signal + " has no effect");
            assertEquals(status, launcher.exitValue(), err.text());
        }

        @Override
        public void close() throws IOException {
            for (UnixSocketChannel channel : channels) {
                channel.close();
            }
            launcher.destroyForcibly();
        }
    }
}
