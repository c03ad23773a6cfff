package org.jshmem.internal.waiting;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.internal.config.Configuration;

/**
 * Ends this process if its PE waits in a C library of OpenSHMEM for longer than init may take: that library waits for
 * the other PEs without a limit, and does not tell who is missing. A thread looks once, when the time is over.
 */
public final class LibraryWatch implements AutoCloseable {
    /** The exit status, as in {@link InitWatch}. */
    private static final int STATUS = 124;

    private final String setting;
    private final int limitSeconds;
    private final Thread thread = new Thread(this::run, "jshmem-library-watch");
    private volatile boolean ended;

    private LibraryWatch(String setting, int limitSeconds) {
        this.setting = setting;
        this.limitSeconds = limitSeconds;
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Starts to watch.
     *
     * @param configuration holds the limit
     * @return to be closed when the library is initialised; null if there is no limit
     */
    public static LibraryWatch of(Configuration configuration) {
        final int limitSeconds = configuration.initTimeoutSeconds();
        return limitSeconds == 0
                ? null
                : new LibraryWatch(configuration.initTimeout().variable(), limitSeconds);
    }

    @Override
    public void close() {
        ended = true;
        LockSupport.unpark(thread);
    }

    private void run() {
        final long limitNs = TimeUnit.SECONDS.toNanos(limitSeconds);
        final long startNs = System.nanoTime();
        long left = limitNs;
        while (!ended && left > 0) {
            LockSupport.parkNanos(this, left);
            left = limitNs - (System.nanoTime() - startNs);
        }
        if (!ended) {
            System.err.println("jshmem: the process " + ProcessHandle.current().pid() + " waited for longer than "
                    + setting + "=" + limitSeconds
                    + " seconds for the other PEs to call init(), in the C library of OpenSHMEM");
            Runtime.getRuntime().halt(STATUS); // its main thread is in the library
        }
    }
}
