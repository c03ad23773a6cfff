package org.jshmem.shell;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * Standard output and error of a PE as answers to the shell, in the order in which they are written. Whole lines are
 * sent, the rest at a flush or when it is long.
 */
final class PeOutput extends OutputStream {
    private static final int MOST_HELD = 8192;

    /** The bits of a byte of UTF-8 that tell whether it continues a character. */
    private static final int LEAD = 0xc0;

    private static final int CONTINUES = 0x80;

    private final Wire wire;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream();

    PeOutput(Wire wire) {
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
        } else if (held.size() > MOST_HELD) {
            flushCharacters();
        }
    }

    /** Sends all but the last character, which may not be whole. */
    private void flushCharacters() {
        final byte[] all = held.toByteArray();
        int last = all.length - 1;
        while (last > 0 && (all[last] & LEAD) == CONTINUES) {
            last--;
        }
        held.reset();
        held.write(all, 0, last);
        flush();
        held.write(all, last, all.length - last);
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
