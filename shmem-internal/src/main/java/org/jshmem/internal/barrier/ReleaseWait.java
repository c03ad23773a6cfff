package org.jshmem.internal.barrier;

import java.util.concurrent.TimeUnit;

/**
 * The wait in the barrier of a free, team destroy or shutdown. After 200 ms it checks once whether an exception is
 * unwinding the stack of the waiting thread; if so, it throws {@link Left}, and the thread leaves the barrier. In a
 * shutdown it also tells the user which PEs are missing, after 5 seconds and then ever more rarely.
 *
 * <p>The thread that completes {@linkplain AbandonedBarriers abandoned barriers} does not check its stack. It leaves
 * when the library ends, because the missing PEs will not come.
 */
final class ReleaseWait {
    /** The time that PEs which all leave by an exception have to synchronize as usual. */
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long FIRST_NOTICE_NS = TimeUnit.SECONDS.toNanos(5);

    /** From one notice to the next the time grows by this factor. */
    private static final int RARER = 12;

    private final boolean isInBackground;
    private boolean isShutdown;
    private long startNs;
    private long noticeNs;
    private boolean looked;

    /** Ends a wait whose thread is to go on with its exception, or that of another thread to which nobody will come. */
    static final class Left extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Left() {
            super(null, null, false, false);
        }
    }

    /**
     * For the waits of a team, one after the other.
     *
     * @param isInBackground whether the program's thread has gone on already
     */
    ReleaseWait(boolean isInBackground) {
        this.isInBackground = isInBackground;
    }

    /**
     * Begins a wait; its time counts from the first {@link #goOn}.
     *
     * @param ofShutdown whether the user is to be told for whom it waits
     * @return this
     */
    ReleaseWait begin(boolean ofShutdown) {
        isShutdown = ofShutdown;
        startNs = 0;
        noticeNs = FIRST_NOTICE_NS;
        looked = isInBackground;
        return this;
    }

    /** Called now and then by the thread that waits. */
    void goOn(ReleaseBarrier barrier) {
        if (isInBackground && barrier.isGivenUp()) {
            throw new Left();
        }
        if (startNs == 0) {
            startNs = System.nanoTime();
        }
        final long waitedNs = System.nanoTime() - startNs;
        if (!looked && waitedNs > LOOK_NS) {
            looked = true;
            if (StackUnwinding.isInProgress()) {
                throw new Left();
            }
        }
        if (isShutdown && waitedNs > noticeNs) {
            noticeNs = waitedNs * RARER;
            barrier.giveNotice(TimeUnit.NANOSECONDS.toSeconds(waitedNs), isInBackground);
        }
    }
}
