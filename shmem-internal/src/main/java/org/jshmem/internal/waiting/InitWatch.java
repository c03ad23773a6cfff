package org.jshmem.internal.waiting;

import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.internal.config.Configuration;

/**
 * Ends the job if other PEs do not call init in time, and names the missing ones. Not every foreign launcher notices
 * that a process has ended, so without this check a PE could wait forever. A thread checks the time once a second.
 */
public final class InitWatch implements AutoCloseable {
    /** The exit status, as in {@link HangWatch}. */
    private static final int STATUS = 124;

    private static final long SECOND_NS = 1_000_000_000;

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
     * @return to be closed when init is over; null if there are no other PEs, or no limit
     */
    public static InitWatch of(Configuration configuration, Bootstrap bootstrap) {
        return bootstrap.nPes() == 1 || configuration.initTimeoutSeconds() == 0
                ? null
                : new InitWatch(configuration, bootstrap);
    }

    @Override
    public void close() {
        ended = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        final long startNs = System.nanoTime();
        final int limitSeconds = configuration.initTimeoutSeconds();
        while (!ended) {
            LockSupport.parkNanos(this, SECOND_NS);
            final long seconds = (System.nanoTime() - startNs) / SECOND_NS;
            if (seconds >= limitSeconds && seconds >= limitSeconds + bootstrap.reportDelaySeconds() && !ended) {
                timedOut(limitSeconds);
            }
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
