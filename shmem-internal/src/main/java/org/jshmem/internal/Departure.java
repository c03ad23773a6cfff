package org.jshmem.internal;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jshmem.ShmemException;
import org.jshmem.internal.barrier.LeavableBarrier;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.waiting.Threads;

/**
 * A shutdown that this PE has called while an exception unwinds its stack, before all other PEs called it. The call has
 * returned, so the exception propagates; a thread of the library waits for the other PEs and then ends the session (see
 * {@link LeavableBarrier#afterAbandoned}). If the process ends first, the job has failed, and {@link #get} returns the
 * reason.
 */
final class Departure implements Supplier<String> {
    /** The interval between two checks for missing PEs. */
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final RuntimeSession session;
    private final TeamBarrier barrier;

    /** Set by the thread that completes the barrier, before it ends the session. */
    private volatile boolean complete;

    /**
     * To be created after a shutdown whose outcome was {@link LeavableBarrier#PENDING}.
     *
     * @param session the session that this PE has left
     * @param end ends the session; called once all PEs have come
     */
    Departure(RuntimeSession session, Runnable end) {
        this.session = session;
        this.barrier = session.teams().world().barrier();
        barrier.releases().afterAbandoned(() -> {
            complete = true;
            end.run();
        });
    }

    /** The session, if the calling thread is the one that ends it; null for other threads. */
    RuntimeSession sessionOfItsThread() {
        return LeavableBarrier.isCompletingAbandoned() ? session : null;
    }

    /** Waits until the session has ended; throws if the barrier failed. */
    void await() {
        barrier.releases().awaitAbandoned();
    }

    /** Called when the process ends: the reason for which the job has failed; null if the shutdown was completed. */
    @Override
    public String get() {
        while (!complete && barrier.releases().isAbandonedInProgress()) {
            final String missing = barrier.missing();
            // After completion the barrier words may be unmapped. Between two barriers, too, nobody is missing.
            if (!complete && !missing.equals(TeamBarrier.NOBODY)) {
                return "an exception ended its block between init() and shutdown(), which " + missing + " had not left";
            }
            Threads.sleep(LOOK_NS);
        }
        try {
            await();
            return null;
        } catch (ShmemException e) {
            return e.getMessage();
        }
    }
}
