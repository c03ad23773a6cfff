package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class OutputPumpTest {
    private static final int MEMORY_BYTES = 4 << 20;

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
}
