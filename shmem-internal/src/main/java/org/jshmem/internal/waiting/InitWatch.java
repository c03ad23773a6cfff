package org.jshmem.internal.waiting;

import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.internal.config.Configuration;

/**
 * Ends the job if a PE of this node that has come to init has ended since, or if other PEs do not call init in time,
 * and names the PEs. Not every foreign launcher notices that a process has ended, so without this check a PE could wait
 * forever. A thread checks four times a second.
 */
public final class InitWatch implements AutoCloseable {
    /** The exit status, as in {@link HangWatch}. */
    private static final int STATUS = 124;

    /** The exit status if a PE has ended. */
    private static final int FAILED = 1;

    private static final long SECOND_NS = 1_000_000_000;
    private static final long CHECK_NS = SECOND_NS / 4;

    /** How many checks in a row must find that a PE has ended. Where its launcher ends the job, that comes first. */
    private static final int CHECKS = 2;

    /** The same on PEs that leave the report to another one. */
    private static final int MORE_CHECKS = 3;

    private final Configuration configuration;
    private final Bootstrap bootstrap;
    private final Thread thread = new Thread(this::run, "jshmem-init-watch");
    private volatile boolean ended;

    private InitWatch(Configuration configuration, Bootstrap bootstrap) {
        this.configuration = configuration;
        this.bootstrap = bootstrap;
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Starts to watch.
     *
     * @param configuration holds the limit
     * @param bootstrap the job
     * @return to be closed when init is over; null if there are no other PEs
     */
    public static InitWatch of(Configuration configuration, Bootstrap bootstrap) {
        return bootstrap.nPes() == 1 ? null : new InitWatch(configuration, bootstrap);
    }

    @Override
    public void close() {
        ended = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        final long startNs = System.nanoTime();
        int checks = 0;
        while (!ended) {
            LockSupport.parkNanos(this, CHECK_NS);
            if (!ended) {
                final String gone = bootstrap.ended();
                checks = gone.isEmpty() ? 0 : checks + 1;
                failIfGone(gone, checks);
                failIfLate((System.nanoTime() - startNs) / SECOND_NS);
            }
        }
    }

    private void failIfGone(String gone, int checks) {
        if (checks > 0 && checks >= (bootstrap.isReporter() ? CHECKS : MORE_CHECKS) && !ended) {
            bootstrap.fail(FAILED, gone + " ended before init() was complete");
        }
    }

    private void failIfLate(long seconds) {
        final int limit = configuration.initTimeoutSeconds();
        if (limit > 0 && seconds >= limit && seconds >= limit + bootstrap.reportDelaySeconds() && !ended) {
            timedOut(limit);
        }
    }

    private void timedOut(int limitSeconds) {
        final String missing = bootstrap.missing();
        System.err.print(HangReport.of(bootstrap.pe(), Map.of()));
        System.err.flush();
        bootstrap.fail(
                STATUS,
                "it waited for longer than " + configuration.initTimeout().variable() + "=" + limitSeconds
                        + " seconds for the other PEs to call init()" + (missing.isEmpty() ? "" : "; " + missing));
    }
}
