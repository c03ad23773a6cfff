package org.jshmem.internal.barrier;

import org.jshmem.ShmemException;
import org.jshmem.heap.Memory;

/**
 * The barriers of calls that give something back: free, team destroy and shutdown.
 *
 * <p>A thread that an exception has brought to such a call, through a {@code close} or {@code finally}, is not kept
 * waiting for PEs that go on. It leaves the barrier, and a thread of the library completes it: see
 * {@link AbandonedBarriers}. The next operation of this PE on the team waits for that by {@link #settle}.
 */
public final class ReleaseBarrier {
    /** The outcome of a release that goes on without this thread: others have still to come. */
    public static final int PENDING = 2;

    /** The outcome of a release that the PEs do not make together. */
    public static final int REFUSED = -1;

    private final TeamBarrier barrier;
    private final BarrierLines lines;
    private final ReleaseWait ownWait = new ReleaseWait(false);

    /** In a call that gives something back. */
    private ReleaseWait wait;

    /** Null until a thread leaves a barrier early. */
    private AbandonedBarriers abandoned;

    /** Whether the PEs that abandoned barriers wait for will not come any more. */
    private volatile boolean isGivenUp;

    ReleaseBarrier(TeamBarrier barrier, BarrierLines lines) {
        this.barrier = barrier;
        this.lines = lines;
    }

    /**
     * Waits for all PEs for a call that gives something back, as {@link TeamBarrier#exchange} does; but a thread that
     * an exception has brought to this call does not wait for PEs that go on.
     *
     * @param call what this PE is calling
     * @param first its first argument
     * @param second its second argument
     * @param vote 0 for yes, 1 for no
     * @return what exchange does, but throws if they are not all calling the same; {@link #PENDING} if others have
     *     still to come and an exception is on its way, {@link #REFUSED} if it is and they are not all calling the
     *     same, which the user is told
     */
    public int release(CollectiveCall call, long first, long second, int vote) {
        return release(call, first, second, vote, false);
    }

    /**
     * Waits for all PEs at the end of the library, as {@link #release} does, and tells the user if others keep this PE
     * waiting.
     *
     * @param call what this PE is calling
     * @return the same
     */
    public int shutdown(CollectiveCall call) {
        return release(call, 0, 0, 0, true);
    }

    private int release(CollectiveCall call, long first, long second, int vote, boolean isShutdown) {
        if (abandoned != null && abandoned.isPending() && StackUnwinding.isInProgress()) {
            final String place = CallSite.here();
            abandoned.add(() -> {
                wait = new ReleaseWait(true).begin(isShutdown);
                check(barrier.arriveAndAwait(call, first, second, 0, 0, vote), vote, place);
            });
            return PENDING;
        }
        settle();
        final int result;
        try {
            wait = ownWait.begin(isShutdown);
            result = barrier.arriveAndAwait(call, first, second, 0, 0, vote);
        } catch (ReleaseWait.Left e) {
            wait = null; // from here on it is the other thread's
            leave(isShutdown);
            return PENDING;
        } catch (RuntimeException | Error e) {
            wait = null;
            throw e;
        }
        wait = null;
        return result >= 0 ? result : refuse();
    }

    /** Called now and then by the thread that waits in a barrier. */
    void goOn() {
        if (wait != null) {
            wait.goOn(this);
        }
    }

    /** Leaves the barrier to a thread that completes it. */
    private void leave(boolean isShutdown) {
        final String place = CallSite.here();
        final long mine = Memory.get64(lines.word(lines.me(), barrier.number()));
        final int vote = (int) (mine & 1);
        if (abandoned == null) {
            abandoned = new AbandonedBarriers();
        }
        abandoned.add(() -> {
            wait = new ReleaseWait(true).begin(isShutdown);
            check(barrier.complete(mine, vote), vote, place);
        });
    }

    /** The outcome of an abandoned barrier. */
    private void check(int outcome, int vote, String place) {
        wait = null;
        if (outcome < 0) {
            throw barrier.mismatch(place, true);
        }
        if (outcome > 0) {
            throw new ShmemException("a block that this PE freed, at " + place + ", has a lock that "
                    + (vote == 0 ? "another PE" : "this PE") + " holds or waits for");
        }
    }

    private int refuse() {
        if (!StackUnwinding.isInProgress()) {
            throw barrier.mismatch();
        }
        final ShmemException mismatch = barrier.mismatch(CallSite.here(), true);
        System.err.println("jshmem: an exception leaves a block of PE " + lines.pe(lines.me())
                + " while others wait elsewhere: " + mismatch.getMessage());
        return REFUSED;
    }

    /** Waits until abandoned barriers have come to their end; before anything is done for the next one. */
    void settle() {
        if (abandoned != null) {
            abandoned.await();
        }
    }

    /**
     * Does something once all abandoned barriers are over, in the thread that completes them; after a release that was
     * {@link #PENDING}.
     *
     * @param next not done if one of them fails
     */
    public void afterAbandoned(Runnable next) {
        abandoned.add(next);
    }

    /**
     * Whether the calling thread is one that completes abandoned barriers.
     *
     * @return false for those of the program
     */
    public static boolean isCompletingAbandoned() {
        return Thread.currentThread() instanceof AbandonedBarriers.Worker;
    }

    /**
     * Whether abandoned barriers have still to be completed.
     *
     * @return false if all are over, or one of them has failed
     */
    public boolean isAbandonedInProgress() {
        return abandoned.isAtWork();
    }

    /** Waits for the abandoned barriers; throws if one of them failed. */
    public void awaitAbandoned() {
        abandoned.await();
    }

    /**
     * Ends the abandoned barriers at the end of the library, when all PEs have come there: a PE that has not come to
     * one of them never will. Throws if one of them failed or was not complete.
     */
    public void giveUpAbandoned() {
        isGivenUp = true;
        abandoned.await();
    }

    boolean isGivenUp() {
        return isGivenUp;
    }

    /**
     * Tells the user, after so many seconds, for whom this PE waits in shutdown; of several that wait, the first one
     * does.
     */
    void giveNotice(long seconds, boolean isInBackground) {
        final int pe = lines.pe(lines.me());
        if (isInBackground) {
            System.err.println("jshmem: PE " + pe
                    + " has left its block between init() and shutdown() by an exception; "
                    + barrier.missing() + " has not for " + seconds + " seconds, and the job fails when PE " + pe
                    + " ends");
        } else if (lines.isFirst(barrier.number())) {
            System.err.println("jshmem: PE " + pe + " has waited in shutdown() for " + barrier.missing() + " for "
                    + seconds + " seconds; SHMEM_TIMEOUT=60 would show what each PE does, and end the job");
        }
    }
}
