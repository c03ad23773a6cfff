package org.jshmem.bootstrap;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jshmem.ShmemException;

/** Exchanges lines of text with a launcher. Sending is thread-safe; only one thread may receive. */
abstract class LineChannel {
    private static final int BUFFER_BYTES = 4096;

    /** Longest line that is received. */
    private static final int MOST_BYTES = 1 << 20;

    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int next;
    private int end;

    /** For implementers. */
    LineChannel() {}

    /** Sends all bytes. */
    abstract void write(byte[] bytes) throws IOException;

    /** Receives at least one byte and returns the number of bytes; 0 or less at the end of the stream. */
    abstract int read(byte[] into) throws IOException;

    /** Describes the connection in a few words. */
    abstract String describe();

    /** Sends a line. */
    final synchronized void send(String line) {
        try {
            write((line + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new ShmemException("the launcher does not answer at " + describe() + " (" + e.getMessage() + ")", e);
        }
    }

    /** Receives the next line, without its end. */
    final String receive() {
        final ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            int read = nextByte();
            while (read != '\n') {
                if (line.size() == MOST_BYTES) {
                    throw new IOException("it sends a line of more than " + MOST_BYTES + " bytes");
                }
                line.write(read);
                read = nextByte();
            }
        } catch (IOException e) {
            throw new ShmemException("the launcher does not answer at " + describe() + " (" + e.getMessage() + ")", e);
        }
        return line.toString(StandardCharsets.UTF_8);
    }

    private int nextByte() throws IOException {
        if (next == end) {
            next = 0;
            end = Math.max(0, read(buffer));
            if (end == 0) {
                throw new IOException("it has ended the connection");
            }
        }
        return buffer[next++];
    }
}
