package org.jshmem.internal;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jshmem.ShmemException;
import org.jshmem.internal.barrier.ReleaseBarrier;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.waiting.Threads;

/**
 * Completes a shutdown that this PE called while an exception unwound its stack, before other PEs called it. The
 * exception propagates, while a thread of the library waits for the other PEs and then ends the session (see
 * {@link ReleaseBarrier#afterAbandoned}). If the process ends before that, the job has failed, and {@link #get} tells
 * why.
 */
final class Departure implements Supplier<String> {
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final RuntimeSession session;
    private final TeamBarrier barrier;
    private volatile boolean complete;

    /**
     * Completes a shutdown whose result was {@link ReleaseBarrier#PENDING}.
     *
     * @param session the session that ends
     * @param end called when all PEs have called shutdown
     */
    Departure(RuntimeSession session, Runnable end) {
        this.session = session;
        this.barrier = session.teams().world().barrier();
        barrier.releases().afterAbandoned(() -> {
            complete = true;
            end.run();
        });
    }

    /** The session if the caller is the thread that ends it, or null. */
    RuntimeSession sessionOfItsThread() {
        return ReleaseBarrier.isCompletingAbandoned() ? session : null;
    }

    /** Waits for the end; throws if there cannot be one. */
    void await() {
        barrier.releases().awaitAbandoned();
    }

    /** Why the job has failed if this process ends now; null if it has not. */
    @Override
    public String get() {
        while (!complete && barrier.releases().isAbandonedInProgress()) {
            final String missing = barrier.missing();
            // Once complete, the words of the other PEs may be gone. Nobody is missing between two barriers, too.
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
