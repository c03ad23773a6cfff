package org.jshmem.internal.lock;

import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitStrategy;

/**
 * The locks of a job (spec: shmem_lock): the threads of this PE take turns first ({@link LockOwners}), then the PE
 * queues with the others ({@link LockQueue}). Any thread may call.
 */
public final class Locks {
    private final LockOwners owners = new LockOwners();
    private final LockQueue queue;

    /**
     * The locks of a job.
     *
     * @param bases where each PE's heap is mapped here
     * @param routes for heaps that are not mapped; null if all are
     * @param me this PE
     * @param waitPoints where PEs sleep
     * @param waitStrategy how to wait
     */
    public Locks(long[] bases, Routes routes, int me, WaitPoints waitPoints, WaitStrategy waitStrategy) {
        this.queue = new LockQueue(new LockWords(bases, routes, me, waitPoints), me, waitStrategy);
    }

    /**
     * Who holds what on this PE.
     *
     * @return a live view
     */
    public LockOwners owners() {
        return owners;
    }

    /**
     * Waits for a lock and takes it.
     *
     * @param offset the lock
     * @param multiple whether other threads of this PE may call at the same time
     */
    public void set(long offset, boolean multiple) {
        final Claim claim = owners.enter(offset, multiple);
        boolean acquired = false;
        try {
            queue.acquire(offset);
            acquired = true;
        } catch (Error e) {
            claim.brokenBy = e;
            throw e;
        } finally {
            settle(claim, acquired, multiple);
        }
    }

    /**
     * Takes a lock unless another PE or thread has it.
     *
     * @param offset the lock
     * @param multiple whether other threads of this PE may call at the same time
     * @return whether this thread has it now
     */
    public boolean test(long offset, boolean multiple) {
        final Claim claim = owners.tryEnter(offset, multiple);
        boolean acquired = false;
        try {
            acquired = claim != null && queue.tryAcquire(offset);
            return acquired;
        } catch (Error e) {
            if (claim != null) {
                claim.brokenBy = e;
            }
            throw e;
        } finally {
            if (claim != null) {
                settle(claim, acquired, multiple);
            }
        }
    }

    private void settle(Claim claim, boolean acquired, boolean multiple) {
        if (acquired) {
            claim.held = true;
        } else {
            owners.leave(claim, multiple);
        }
    }

    /**
     * Gives a lock back. That is a full fence, so that the next holder sees all stores before it; transfers that are
     * not stores are to be completed first.
     *
     * @param offset the lock
     * @param multiple whether other threads of this PE may call at the same time
     */
    public void clear(long offset, boolean multiple) {
        final Claim claim = owners.beginLeave(offset, multiple);
        try {
            queue.release(offset);
        } catch (RuntimeException e) {
            claim.held = true;
            throw e;
        } catch (Error e) {
            claim.brokenBy = e;
            owners.leave(claim, multiple);
            throw e;
        }
        owners.leave(claim, multiple);
    }
}
