package org.jshmem.launcher;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * One output stream of the launcher, shared by all PEs. What one call writes stays together: the lock is common to both
 * streams, which are often the same terminal or pipe. A call may end within a line; if another PE writes next, that
 * line is ended first, and what is left of it begins a new one. Any thread may call.
 */
final class LineWriter {
    private static final int BUFFER_BYTES = 64 << 10;

    private final ReentrantLock lock;
    private final StandardStream stream;
    private final OutputStream out;
    private final Consumer<JobEvent> events;
    private boolean broken;

    /** Who has written the line that is not ended yet; null at the start of a line. */
    private Object openBy;

    LineWriter(StandardStream stream, ReentrantLock lock, Consumer<JobEvent> events) {
        this(stream, stream.open(), lock, events);
    }

    /** For tests. */
    LineWriter(StandardStream stream, OutputStream out, ReentrantLock lock, Consumer<JobEvent> events) {
        this.stream = stream;
        this.out = new BufferedOutputStream(out, BUFFER_BYTES);
        this.lock = lock;
        this.events = events;
    }

    /**
     * Writes at once.
     *
     * @param writer who writes, to tell its unfinished line from those of others
     * @param tag written before each line; may be empty
     */
    void write(Object writer, byte[] tag, byte[] bytes, int count) {
        lock.lock();
        try {
            if (!broken && count > 0) {
                writeLines(writer, tag, bytes, count);
                out.flush();
            }
        } catch (IOException e) {
            fail(e);
        } finally {
            lock.unlock();
        }
    }

    /** Ends the line that this writer has begun, if it has. */
    void endLine(Object writer) {
        lock.lock();
        try {
            if (!broken && writer.equals(openBy)) {
                endOpenLine();
                out.flush();
            }
        } catch (IOException e) {
            fail(e);
        } finally {
            lock.unlock();
        }
    }

    private void writeLines(Object writer, byte[] tag, byte[] bytes, int count) throws IOException {
        if (openBy != null && !openBy.equals(writer)) {
            endOpenLine();
        }
        if (tag.length == 0) {
            out.write(bytes, 0, count);
        } else {
            writeTagged(openBy == null, tag, bytes, count);
        }
        openBy = bytes[count - 1] == '\n' ? null : writer;
    }

    private void writeTagged(boolean startsLine, byte[] tag, byte[] bytes, int count) throws IOException {
        boolean atLineStart = startsLine;
        int start = 0;
        while (start < count) {
            if (atLineStart) {
                out.write(tag);
            }
            int stop = start;
            while (stop < count && bytes[stop] != '\n') {
                stop++;
            }
            stop = Math.min(stop + 1, count);
            out.write(bytes, start, stop - start);
            atLineStart = true;
            start = stop;
        }
    }

    private void endOpenLine() throws IOException {
        out.write('\n');
        openBy = null;
    }

    private void fail(IOException cause) {
        broken = true;
        events.accept(job -> job.outputFailed(stream, cause));
    }
}
