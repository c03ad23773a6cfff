package org.jshmem.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Copies one output stream of one PE, line by line as bytes, so that lines of different PEs never mix. A last line without
 * newline gets one, unless the job has a single PE: then every byte passes as it is. A line longer than
 * {@link #MAX_HELD_BYTES} is passed on in pieces while the other pumps wait.
 */
final class OutputPump implements Runnable {
    static final int MAX_HELD_BYTES = 16 << 20;
    private static final int INITIAL_BYTES = 16 << 10;
    private static final int STACK_BYTES = 128 << 10;

    private final Process process;
    private final InputStream in;
    private final LineWriter writer;
    private final byte[] tag;
    private final boolean endsLastLine;
    private final Thread thread;
    private byte[] held = new byte[INITIAL_BYTES];
    private int heldBytes;
    private boolean insideLongLine;
    private boolean atLineStart = true;

    /**
     * @param tag written before every line; may be empty
     * @param endsLastLine whether a last line without newline gets one
     */
    OutputPump(Process process, InputStream in, LineWriter writer, byte[] tag, boolean endsLastLine) {
        this.process = process;
        this.in = in;
        this.writer = writer;
        this.tag = tag;
        this.endsLastLine = endsLastLine;
        this.thread = new Thread(null, this, "shmemrun-output", STACK_BYTES);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Waits until the stream has ended and all of it is written; false when that takes longer. */
    boolean finish(long millis) throws InterruptedException {
        if (millis > 0) {
            thread.join(millis);
        }
        return !thread.isAlive();
    }

    @Override
    public void run() {
        try {
            copy();
            // The JDK's reaper may have taken the last bytes out of the pipe; it hands them back once the process is
            // reaped.
            process.waitFor();
            copy();
        } catch (IOException e) {
            // The stream is closed under us when the process has ended but a child of it still holds the pipe.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            writeRest();
        }
    }

    private void copy() throws IOException {
        while (true) {
            final int count = in.read(held, heldBytes, held.length - heldBytes);
            if (count < 0) {
                return;
            }
            heldBytes += count;
            writeLines(lastLineEnd(heldBytes - count));
        }
    }

    private int lastLineEnd(int from) {
        for (int i = heldBytes - 1; i >= from; i--) {
            if (held[i] == '\n') {
                return i + 1;
            }
        }
        return 0;
    }

    private void writeLines(int end) {
        if (end > 0) {
            write(end);
            if (insideLongLine) {
                insideLongLine = false;
                writer.release();
            }
        }
        if (heldBytes == held.length) {
            makeRoom();
        }
    }

    private void makeRoom() {
        if (held.length < MAX_HELD_BYTES) {
            held = Arrays.copyOf(held, 2 * held.length);
            return;
        }
        if (!insideLongLine) {
            insideLongLine = true;
            writer.acquire();
        }
        write(heldBytes);
    }

    private void writeRest() {
        if (endsLastLine && (heldBytes > 0 || insideLongLine)) {
            held = Arrays.copyOf(held, Math.max(held.length, heldBytes + 1));
            held[heldBytes++] = '\n';
        }
        if (heldBytes > 0) {
            write(heldBytes);
        }
        if (insideLongLine) {
            writer.release();
        }
    }

    private void write(int end) {
        if (tag.length == 0) {
            writer.write(held, 0, end);
        } else {
            writeTagged(end);
        }
        heldBytes -= end;
        System.arraycopy(held, end, held, 0, heldBytes);
    }

    private void writeTagged(int end) {
        final var tagged = new java.io.ByteArrayOutputStream(end + 16 * tag.length);
        int start = 0;
        while (start < end) {
            if (atLineStart) {
                tagged.writeBytes(tag);
            }
            int stop = start;
            while (stop < end && held[stop] != '\n') {
                stop++;
            }
            atLineStart = stop < end;
            stop = Math.min(stop + 1, end);
            tagged.write(held, start, stop - start);
            start = stop;
        }
        final byte[] bytes = tagged.toByteArray();
        writer.write(bytes, 0, bytes.length);
    }
}
