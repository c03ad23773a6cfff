package org.jshmem.internal.barrier;

import java.util.concurrent.TimeUnit;

/**
 * The wait in the barrier of a free, team destroy or shutdown. After 200 ms it checks once whether an exception is
 * unwinding the stack of the waiting thread; if so, it throws {@link Left}, and the thread leaves the barrier. In a
 * shutdown it also prints which PEs are missing, after 5 seconds and then at growing intervals.
 *
 * <p>The thread that completes {@linkplain AbandonedBarriers abandoned barriers} does not check its stack. It leaves
 * when the library ends, because the missing PEs will not come.
 */
final class LeavableWait {
    /**
     * Waiting time before the stack is checked: if all PEs leave by an exception, they synchronize as usual within it.
     */
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private static final long FIRST_NOTICE_NS = TimeUnit.SECONDS.toNanos(5);

    /** The next notice follows when the waiting time has grown by this factor. */
    private static final int RARER = 12;

    private final boolean isInBackground;
    private boolean isShutdown;

    /** 0 before the first {@link #goOn}. */
    private long startNs;

    private long noticeNs;

    /** Whether the stack has been checked, or need not be. */
    private boolean looked;

    /**
     * Thrown to leave the wait: an exception is unwinding the stack of the waiting thread, or in the background the
     * missing PEs will not arrive.
     */
    static final class Left extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private Left() {
            super(null, null, false, false);
        }
    }

    /**
     * Serves the waits of a team, one at a time.
     *
     * @param isInBackground whether the waits are those of the thread that completes abandoned barriers
     */
    LeavableWait(boolean isInBackground) {
        this.isInBackground = isInBackground;
    }

    /**
     * Begins a wait; its time counts from the first {@link #goOn}.
     *
     * @param ofShutdown whether to print notices of missing PEs
     * @return this
     */
    LeavableWait begin(boolean ofShutdown) {
        isShutdown = ofShutdown;
        startNs = 0;
        noticeNs = FIRST_NOTICE_NS;
        looked = isInBackground;
        return this;
    }

    /** Checks whether to leave or to print a notice; called at intervals by the thread that waits. */
    void goOn(LeavableBarrier barrier) {
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
