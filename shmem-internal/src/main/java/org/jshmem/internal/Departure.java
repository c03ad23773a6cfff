package org.jshmem.internal;

import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jshmem.ShmemException;
import org.jshmem.internal.sync.Meeting;
import org.jshmem.internal.sync.Threads;

/**
 * A PE whose program has left the block between init and shutdown by an exception, while other PEs are in it. Its shutdown goes on in a
 * thread of the library, and is done when the others come. If the process ends before, the job has failed.
 */
final class Departure implements Supplier<String> {
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final Job job;
    private final Meeting meeting;
    private volatile boolean complete;

    /**
     * After a shutdown that was {@link Meeting#LATE}.
     *
     * @param job what has been left
     * @param end what is done when all PEs have come
     */
    Departure(Job job, Runnable end) {
        this.job = job;
        this.meeting = job.teams().world().meeting();
        meeting.afterLate(() -> {
            complete = true;
            end.run();
        });
    }

    /** For the thread that ends the job; null for others. */
    Job jobOfItsThread() {
        return Meeting.isLateThread() ? job : null;
    }

    /** Waits for the end; throws if there cannot be one. */
    void await() {
        meeting.awaitLate();
    }

    /** Why the job has failed if this process ends now; null if it has not. */
    @Override
    public String get() {
        while (!complete && meeting.isLateAtWork()) {
            final String missing = meeting.missing();
            // Once complete, the words of the other PEs may be gone. Nobody is missing between two meetings, too.
            if (!complete && !missing.equals(Meeting.NOBODY)) {
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
