package org.jshmem.transport.ofi.failure;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The clock by which other PEs are silent. It runs while this PE listens, which is while some thread reads the clock:
 * of a time in which nobody has read it, it counts only {@link #LONGEST_NS}. So a job that was stopped (Ctrl-Z, a
 * debugger, a suspended machine) goes on afterwards, instead of taking all other PEs for lost.
 *
 * <p><b>Threads.</b> Any thread reads the clock. If this PE is stopped while a thread reads it, another thread may
 * count the gap first. The first thread then finds that {@link #missedNs} has changed, and reads again.
 * {@link #lookedNs} is written without synchronization. If two threads write it in the wrong order, the clock is late,
 * and a loss is noticed later.
 */
final class ListeningClock {
    /** More than the longest sleep of a progress agent. */
    static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(2);

    private final LongSupplier nanoTime;

    /** The last time that somebody has read the clock. */
    private long lookedNs;

    /** How far this clock is behind the system's. */
    private volatile long missedNs;

    ListeningClock() {
        this(System::nanoTime);
    }

    ListeningClock(final LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.lookedNs = nanoTime.getAsLong();
    }

    /** Reads the clock; only differences mean anything. */
    long nowNs() {
        while (true) {
            final long missed = missedNs;
            final long now = nanoTime.getAsLong();
            if (now - lookedNs > LONGEST_NS) {
                count(now);
            } else if (missed == missedNs) {
                lookedNs = now;
                return now - missed;
            }
        }
    }

    private synchronized void count(final long now) {
        final long gap = now - lookedNs;
        if (gap > LONGEST_NS) {
            missedNs += gap - LONGEST_NS;
            lookedNs = now;
        }
    }
}
