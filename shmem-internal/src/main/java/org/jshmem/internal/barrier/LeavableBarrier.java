package org.jshmem.internal.barrier;

import org.jshmem.ShmemException;
import org.jshmem.bootstrap.LastWords;
import org.jshmem.heap.Memory;
import org.jshmem.internal.config.Warnings;
import org.jshmem.spi.CallSite;

/**
 * The barriers of release calls: free, team destroy and shutdown.
 *
 * <p>If an exception unwinds a thread's stack through such a call, in a {@code close} or {@code finally}, the thread
 * does not wait for PEs that still run normally. It leaves the barrier, and a thread of the library completes it: see
 * {@link AbandonedBarriers}. The next operation of this PE on the team waits for that thread, by {@link #settle}.
 */
public final class LeavableBarrier {
    /** The outcome of a release that this thread has left: other PEs have not arrived yet. */
    public static final int PENDING = 2;

    /** The outcome of a release in which the other PEs call something else. */
    public static final int REFUSED = -1;

    private final TeamBarrier barrier;
    private final BarrierLines lines;
    private final LeavableWait ownWait = new LeavableWait(false);

    /**
     * The wait of the release call in progress, otherwise null. Set and read only by the thread that waits in the
     * barrier.
     */
    private LeavableWait wait;

    /** Null until a thread first leaves a barrier early. */
    private AbandonedBarriers abandoned;

    /** Whether the library ends, so that PEs missing in abandoned barriers will not arrive any more. */
    private volatile boolean isGivenUp;

    LeavableBarrier(TeamBarrier barrier, BarrierLines lines) {
        this.barrier = barrier;
        this.lines = lines;
    }

    /**
     * Waits for all PEs in a release call, as {@link TeamBarrier#exchange} does. A thread whose stack an exception is
     * unwinding does not wait for PEs that still run normally.
     *
     * @param call what this PE is calling
     * @param first its first argument
     * @param second its second argument
     * @param vote 0 for yes, 1 for no
     * @return 0 if all voted yes, 1 if not; during unwinding also {@link #PENDING} if other PEs have not arrived yet,
     *     or {@link #REFUSED} if they call something else, which is printed after the exception
     * @throws ShmemException if the PEs are calling different things and no exception is unwinding the stack
     */
    public int release(CollectiveCall call, long first, long second, int vote) {
        return release(call, first, second, vote, false);
    }

    /**
     * Waits for all PEs at the end of the library, as {@link #release} does, and prints a notice if other PEs are late.
     *
     * @param call what this PE is calling
     * @return as {@link #release}
     */
    public int shutdown(CollectiveCall call) {
        return release(call, 0, 0, 0, true);
    }

    private int release(CollectiveCall call, long first, long second, int vote, boolean isShutdown) {
        if (abandoned != null && abandoned.isPending() && StackUnwinding.isInProgress()) {
            final String place = CallSite.here();
            abandoned.add(() -> {
                wait = new LeavableWait(true).begin(isShutdown);
                check(barrier.arriveAndAwait(call, first, second, 0, 0, vote), vote, place);
            });
            return PENDING;
        }
        settle();
        final int result;
        try {
            wait = ownWait.begin(isShutdown);
            result = barrier.arriveAndAwait(call, first, second, 0, 0, vote);
        } catch (LeavableWait.Left e) {
            wait = null; // the field now belongs to the other thread
            leave(isShutdown);
            return PENDING;
        } catch (RuntimeException | Error e) {
            wait = null;
            throw e;
        }
        wait = null;
        return result >= 0 ? result : refuse();
    }

    /** Called at intervals by the thread that waits in a barrier; may throw {@link LeavableWait.Left}. */
    void goOn() {
        if (wait != null) {
            wait.goOn(this);
        }
    }

    /** Hands the current barrier to the thread that completes abandoned barriers. */
    private void leave(boolean isShutdown) {
        final String place = CallSite.here();
        final long mine = Memory.get64(lines.word(lines.me(), barrier.number()));
        final int vote = (int) (mine & 1);
        if (abandoned == null) {
            abandoned = new AbandonedBarriers();
        }
        abandoned.add(() -> {
            wait = new LeavableWait(true).begin(isShutdown);
            check(barrier.complete(mine, vote), vote, place);
        });
    }

    /** Ends an abandoned barrier; throws if the PEs disagree. */
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

    /** Reports different calls: throws, or has the message printed after the exception that is unwinding the stack. */
    private int refuse() {
        if (!StackUnwinding.isInProgress()) {
            throw barrier.mismatch();
        }
        final String text = "the exception has left a block of PE " + lines.pe(lines.me())
                + " while others wait elsewhere: " + barrier.describeMismatch(CallSite.here(), true);
        LastWords.add(() -> Warnings.say(text));
        return REFUSED;
    }

    /**
     * Waits until all abandoned barriers have ended; throws if one of them failed. Called before anything is written
     * for the next barrier.
     */
    void settle() {
        if (abandoned != null && !abandoned.isOwnThread()) {
            barrier.waitWhile(abandoned::isAtWork); // other PEs may need this thread to make progress for messages
            abandoned.await();
        }
    }

    /**
     * Runs a task after all abandoned barriers, in the thread that completes them; only after a release that was
     * {@link #PENDING}.
     *
     * @param next not run if one of the barriers fails
     */
    public void afterAbandoned(Runnable next) {
        abandoned.add(next);
    }

    /**
     * Whether the calling thread completes abandoned barriers.
     *
     * @return false for threads of the program
     */
    public static boolean isCompletingAbandoned() {
        return Thread.currentThread() instanceof AbandonedBarriers.Worker;
    }

    /**
     * Whether abandoned barriers are not complete yet; only after a release that was {@link #PENDING}.
     *
     * @return false if all are complete, or one of them has failed
     */
    public boolean isAbandonedInProgress() {
        return abandoned.isAtWork();
    }

    /**
     * Waits for the abandoned barriers; throws if one of them failed. Only after a release that was {@link #PENDING}.
     */
    public void awaitAbandoned() {
        abandoned.await();
    }

    /**
     * Ends the abandoned barriers at the end of the library, when all PEs have arrived there: a PE that is missing in
     * one of them will never arrive. Throws if a barrier failed or was not complete.
     */
    public void giveUpAbandoned() {
        isGivenUp = true;
        abandoned.await();
    }

    boolean isGivenUp() {
        return isGivenUp;
    }

    /**
     * Prints which PEs this PE has waited for in shutdown, and for how long. If several PEs wait in the foreground,
     * only the one with the lowest index prints.
     */
    void giveNotice(long seconds, boolean isInBackground) {
        final int pe = lines.pe(lines.me());
        if (isInBackground) {
            Warnings.say("PE " + pe
                    + " has left its block between init() and shutdown() by an exception; "
                    + barrier.missing() + " has not for " + seconds + " seconds, and the job fails when PE " + pe
                    + " ends");
        } else if (lines.isFirst(barrier.number())) {
            Warnings.say("PE " + pe + " has waited in shutdown() for " + barrier.missing() + " for " + seconds
                    + " seconds; SHMEM_TIMEOUT=60 would show what each PE does, and end the job");
        }
    }
}
