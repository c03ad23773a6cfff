package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class OutputPumpTest {
    private static final int MEMORY_BYTES = 4 << 20;

    /** What a pump holds at first. */
    private static final int INITIAL_BYTES = 16 << 10;

    /** The JDK takes what is in the pipe when the process ends, and has it ready some time later. */
    @Test
    void shouldCopyWhatComesWhenTheProcessHasEnded() throws Exception {
        final Process process = new ProcessBuilder("sleep", "0.3").start();
        final byte[] last = "last\n".getBytes(StandardCharsets.US_ASCII);
        final InputStream late = new FilterInputStream(new ByteArrayInputStream(last)) {
            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return process.isAlive() ? -1 : super.read(bytes, offset, length);
            }
        };
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final LineWriter writer = new LineWriter(StandardStream.OUTPUT, out, new ReentrantLock(), _ -> {});
        new OutputPump(process, late, writer, new LineMemory(MEMORY_BYTES), new byte[0], true, _ -> {}).run();
        assertEquals("last\n", out.toString(StandardCharsets.US_ASCII));
    }

    /** Its thread is to end; what it has read is written first. */
    @Test
    void shouldStayInterrupted() throws Exception {
        final Process process = new ProcessBuilder("sleep", "60").start();
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            final LineWriter writer = new LineWriter(StandardStream.OUTPUT, out, new ReentrantLock(), _ -> {});
            final InputStream in = new ByteArrayInputStream("no end".getBytes(StandardCharsets.US_ASCII));
            Thread.currentThread().interrupt();
            new OutputPump(process, in, writer, new LineMemory(MEMORY_BYTES), new byte[0], true, _ -> {}).run();
            assertTrue(Thread.interrupted());
        } finally {
            process.destroyForcibly();
        }
        assertEquals("no end", out.toString(StandardCharsets.US_ASCII).strip());
    }

    /** So the launcher sees that a write stands still. */
    @Test
    void shouldTellOfTheWriteThatItIsIn() throws Exception {
        final OutputPump[] pump = new OutputPump[1];
        final List<Integer> during = new ArrayList<>();
        final OutputStream out = new OutputStream() {
            @Override
            public void write(int b) {
                during.add(pump[0].writes());
            }
        };
        final LineWriter writer = new LineWriter(StandardStream.OUTPUT, out, new ReentrantLock(), _ -> {});
        final InputStream in = new ByteArrayInputStream("a\n".getBytes(StandardCharsets.US_ASCII));
        final Process process = new ProcessBuilder("true").start();
        pump[0] = new OutputPump(process, in, writer, new LineMemory(MEMORY_BYTES), new byte[0], true, _ -> {});
        assertEquals(0, pump[0].writes());
        pump[0].run();
        assertEquals(List.of(1, 1), during);
        assertEquals(0, pump[0].writes() % 2, "none now");
    }

    /** Lines of many PEs share it. */
    @Test
    void shouldGiveBackTheMemoryOfALongLine() throws Exception {
        final LineMemory memory = new LineMemory(MEMORY_BYTES);
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final LineWriter writer = new LineWriter(StandardStream.OUTPUT, out, new ReentrantLock(), _ -> {});
        final String lines = ("a".repeat(1 << 20) + "\nb\n").repeat(3);
        new OutputPump(
                        new ProcessBuilder("true").start(),
                        new ByteArrayInputStream(lines.getBytes(StandardCharsets.US_ASCII)),
                        writer,
                        memory,
                        new byte[0],
                        true,
                        _ -> {})
                .run();
        assertEquals(lines, out.toString(StandardCharsets.US_ASCII));
        assertTrue(memory.tryReserve(MEMORY_BYTES));
    }

    /** Nobody would read what the PE prints, and it would wait for ever. */
    @Test
    void shouldTellThatItCannotGoOn() throws Exception {
        final InputStream broken = new InputStream() {
            @Override
            public int read() {
                throw new OutOfMemoryError("test");
            }

            @Override
            public int read(byte[] bytes, int start, int length) {
                return read();
            }
        };
        final List<JobEvent> events = new ArrayList<>();
        final LineWriter writer =
                new LineWriter(StandardStream.OUTPUT, new ByteArrayOutputStream(), new ReentrantLock(), _ -> {});
        new OutputPump(
                        new ProcessBuilder("true").start(),
                        broken,
                        writer,
                        new LineMemory(MEMORY_BYTES),
                        new byte[0],
                        true,
                        events::add)
                .run();
        assertEquals(1, events.size());
    }

    /** Reads what it has step by step, one read for each piece; says that more is there as long as more is. */
    private static class Pieces extends InputStream {
        private final List<byte[]> pieces = new ArrayList<>();
        private IOException end;

        Pieces(String... texts) {
            for (String text : texts) {
                pieces.add(text.getBytes(StandardCharsets.US_ASCII));
            }
        }

        @Override
        public int read() {
            throw new AssertionError("byte by byte");
        }

        @Override
        public int read(byte[] bytes, int start, int length) throws IOException {
            if (pieces.isEmpty()) {
                if (end != null) {
                    throw end;
                }
                return -1;
            }
            final byte[] piece = pieces.removeFirst();
            assertTrue(piece.length <= length, "no room for " + piece.length + " bytes");
            System.arraycopy(piece, 0, bytes, start, piece.length);
            return piece.length;
        }

        @Override
        public int available() {
            return pieces.size();
        }
    }

    /** Keeps apart what is written at once. */
    private static final class Writes extends OutputStream {
        private final List<String> writes = new ArrayList<>();

        @Override
        public void write(int value) {
            throw new AssertionError("byte by byte");
        }

        @Override
        public void write(byte[] bytes, int start, int length) {
            writes.add(new String(bytes, start, length, StandardCharsets.US_ASCII));
        }
    }

    private static void pump(InputStream in, OutputStream out, long memory, boolean endsLastLine) throws Exception {
        final LineWriter writer = new LineWriter(StandardStream.OUTPUT, out, new ReentrantLock(), _ -> {});
        new OutputPump(
                        new ProcessBuilder("true").start(),
                        in,
                        writer,
                        new LineMemory(memory),
                        new byte[0],
                        endsLastLine,
                        _ -> {})
                .run();
    }

    /** The lines of a stack are written at once, as those of other PEs could come between them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\tat a.B.c(B.java:1)\n",
                "\t... 3 more\n",
                "\tSuppressed: a.B\n",
                "Caused by: a.B\n",
                "Exception in thread \"main\" a.B\n",
                "a.B$CException: d\n",
                "a.OutOfMemoryError\n",
                "Full thread dump OpenJDK\n",
                "\"main\" #1\n",
                "   java.lang.Thread.State: RUNNABLE\n",
                "\t- locked a\n",
                "\n",
            })
    void shouldWriteAStackAtOnce(String line) throws Exception {
        final Writes out = new Writes();
        pump(new Pieces("one\n" + line, "two\nhalf", " three\n", "four\n"), out, MEMORY_BYTES, true);
        assertEquals(List.of("one\n" + line + "two\n", "half three\n", "four\n"), out.writes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"line\n", "at a\n", " \tat a\n", "an Exception\n", "a.Exceptional\n", "x Caused by: a\n"})
    void shouldWriteOtherLinesAsTheyCome(String line) throws Exception {
        final Writes out = new Writes();
        pump(new Pieces("\tat a\n" + line, "two\n"), out, MEMORY_BYTES, true);
        assertEquals(List.of("\tat a\n" + line, "two\n"), out.writes);
    }

    /** What follows a stack later is not waited for: its process has ended. */
    @Test
    void shouldNotWaitForTheRestOfAStack() throws Exception {
        final Writes out = new Writes();
        final Pieces in = new Pieces("\tat a\n", "\tat b\n") {
            @Override
            public int available() {
                return 0;
            }
        };
        final Process ended = new ProcessBuilder("true").start();
        ended.waitFor();
        final LineWriter writer = new LineWriter(StandardStream.OUTPUT, out, new ReentrantLock(), _ -> {});
        new OutputPump(ended, in, writer, new LineMemory(MEMORY_BYTES), new byte[0], true, _ -> {}).run();
        assertEquals(List.of("\tat a\n", "\tat b\n"), out.writes);
    }

    /** With memory it comes in one piece, and otherwise as the buffer is full. */
    @ParameterizedTest
    @CsvSource({"16384, 1", "16383, 2"})
    void shouldPassALongLineInAsFewPiecesAsItHasMemoryFor(int memory, int writes) throws Exception {
        final Writes out = new Writes();
        final String half = "x".repeat(INITIAL_BYTES);
        pump(new Pieces(half, "yyy\n"), out, memory, true);
        assertEquals(half + "yyy\n", String.join("", out.writes));
        assertEquals(writes, out.writes.size());
    }

    /** The pipe is closed by whoever is left of the PE. */
    @Test
    void shouldWriteWhatCameBeforeAnError() throws Exception {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final Pieces in = new Pieces("line\nrest");
        in.end = new IOException("Stream closed");
        pump(in, out, MEMORY_BYTES, true);
        assertEquals("line\nrest\n", out.toString(StandardCharsets.US_ASCII));
    }

    @ParameterizedTest
    @CsvSource({"true, abc|", "false, abc"})
    void shouldEndTheLastLineWhereThereAreOthers(boolean endsLastLine, String expected) throws Exception {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        pump(new Pieces("abc"), out, MEMORY_BYTES, endsLastLine);
        assertEquals(expected, out.toString(StandardCharsets.US_ASCII).replace('\n', '|'));
    }

    @Test
    void shouldSayWhetherItHasFinished() throws Exception {
        final Process process = new ProcessBuilder("cat").start();
        try {
            final LineWriter writer =
                    new LineWriter(StandardStream.OUTPUT, new ByteArrayOutputStream(), new ReentrantLock(), _ -> {});
            final OutputPump pump = new OutputPump(
                    process, process.getInputStream(), writer, new LineMemory(1), new byte[0], true, _ -> {});
            pump.start();
            assertFalse(pump.finish(-1));
            assertFalse(pump.finish(1));
            process.getOutputStream().close();
            assertTrue(pump.finish(20_000));
            assertTrue(pump.finish(0));
        } finally {
            process.destroyForcibly();
        }
    }

    /** A job that has started no PE has written all of its output. */
    @Test
    void shouldHaveFinishedWithoutPes() throws Exception {
        final LaunchOptions options = new CommandLineParser(Map.of()).parse("-np", "1", "Main");
        assertTrue(new PeStarter(null, options, _ -> {}).finishOutput(0, true));
    }
}
