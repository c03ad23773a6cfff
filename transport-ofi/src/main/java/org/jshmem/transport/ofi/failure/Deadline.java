package org.jshmem.transport.ofi.failure;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends this PE if the last exchange of shutdown, which goes through the launcher, does not complete within the limit of
 * silence. Nobody watches the network at that time, and a host that is cut off from the launcher would wait for ever.
 */
public final class Deadline implements AutoCloseable {
    private static final long SLICE_NS = TimeUnit.SECONDS.toNanos(1);

    private final CountDownLatch ended = new CountDownLatch(1);

    /** Starts the watch; {@link #close} ends it. */
    public Deadline(FailureReporter failures) {
        final Thread thread = new Thread(() -> watch(failures), "jshmem-deadline");
        thread.setDaemon(true);
        thread.start();
    }

    private void watch(FailureReporter failures) {
        try {
            // Second by second: of a time for which this PE is stopped, one of them counts.
            for (long left = failures.limitNs(); left > 0; left -= SLICE_NS) {
                if (ended.await(Math.min(left, SLICE_NS), TimeUnit.NANOSECONDS)) {
                    return;
                }
            }
            failures.failBarrier();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // does not happen
        }
    }

    @Override
    public void close() {
        ended.countDown();
    }
}
