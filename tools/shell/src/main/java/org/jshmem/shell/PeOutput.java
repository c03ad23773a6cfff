package org.jshmem.shell;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Standard output and error of a PE as answers to the shell, in the order in which they are written. Whole lines are
 * sent, the rest at a flush.
 */
final class PeOutput extends OutputStream {
    private final Wire wire;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();

    private PeOutput(Wire wire) {
        this.wire = wire;
    }

    /** Redirects both streams of this process. */
    static void redirect(Wire wire) {
        final PrintStream out = new PrintStream(new PeOutput(wire), false, StandardCharsets.UTF_8);
        System.setOut(out);
        System.setErr(out);
    }

    @Override
    public synchronized void write(int single) {
        held.write(single);
        if (single == '\n') {
            flush();
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) {
        held.write(bytes, offset, length);
        if (length > 0 && bytes[offset + length - 1] == '\n') {
            flush();
        }
    }

    @Override
    public synchronized void flush() {
        if (held.size() == 0) {
            return;
        }
        final String text = held.toString(StandardCharsets.UTF_8);
        held.reset();
        try {
            wire.send(new Answer.Printed(text));
        } catch (IOException e) {
            throw new UncheckedIOException("the shell has ended", e);
        }
    }
}
