package org.jshmem.internal;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jshmem.ShmemException;
import org.jshmem.internal.barrier.ReleaseBarrier;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.waiting.Threads;

/**
 * A shutdown that this PE called while an exception unwinds its stack, and that other PEs have not called yet. The
 * exception goes on; a thread of the library waits for the other PEs and then ends the session (see
 * {@link ReleaseBarrier#afterAbandoned}). If the process ends before that, the job has failed, and {@link #get} says
 * why.
 */
final class Departure implements Supplier<String> {
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final RuntimeSession session;
    private final TeamBarrier barrier;
    private volatile boolean complete;

    /**
     * After a shutdown that was {@link ReleaseBarrier#PENDING}.
     *
     * @param session what has been left
     * @param end what is done when all PEs have come
     */
    Departure(RuntimeSession session, Runnable end) {
        this.session = session;
        this.barrier = session.teams().world().barrier();
        barrier.releases().afterAbandoned(() -> {
            complete = true;
            end.run();
        });
    }

    /** For the thread that ends the job; null for others. */
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
