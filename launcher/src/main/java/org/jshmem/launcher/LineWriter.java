package org.jshmem.launcher;

import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * One output stream of the launcher, shared by all PEs. Pieces written by one pump stay together: the lock is common to both
 * streams, which are often the same terminal or pipe. Any thread may call.
 */
final class LineWriter {
    private final ReentrantLock lock;
    private final OutputStream out;
    private final Consumer<JobEvent> events;
    private volatile boolean broken;

    LineWriter(final OutputStream out, final ReentrantLock lock, final Consumer<JobEvent> events) {
        this.out = out;
        this.lock = lock;
        this.events = events;
    }

    /** Keeps other pumps away until {@link #release}, for a line that is written in several pieces. */
    void acquire() {
        lock.lock();
    }

    void release() {
        lock.unlock();
    }

    void write(final byte[] bytes, final int offset, final int count) {
        lock.lock();
        try {
            if (!broken) {
                out.write(bytes, offset, count);
                out.flush();
            }
        } catch (final IOException e) {
            broken = true;
            events.accept(JobEvent.Handler::outputClosed);
        } finally {
            lock.unlock();
        }
    }
}
