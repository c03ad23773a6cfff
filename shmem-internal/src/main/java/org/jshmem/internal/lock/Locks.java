package org.jshmem.internal.lock;

import org.jshmem.internal.transport.Routes;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitStrategy;

/**
 * Sets, tests and clears locks (spec: shmem_lock). First the threads of this PE take turns ({@link LockOwners}), then
 * the PE queues with the other PEs ({@link LockQueue}). Any thread may call.
 */
public final class Locks {
    private final LockOwners owners = new LockOwners();
    private final LockQueue queue;

    /**
     * The locks of a job.
     *
     * @param bases for each PE, where its heap is mapped here, or 0
     * @param routes for heaps that are not mapped; null if all are
     * @param me this PE
     * @param waitPoints those of the node
     * @param waitStrategy how to wait
     */
    public Locks(long[] bases, Routes routes, int me, WaitPoints waitPoints, WaitStrategy waitStrategy) {
        this.queue = new LockQueue(new LockWords(bases, routes, me, waitPoints), me, waitStrategy);
    }

    /**
     * The locks that threads of this PE hold or wait for.
     *
     * @return a live view
     */
    public LockOwners owners() {
        return owners;
    }

    /**
     * Waits for a lock and takes it.
     *
     * @param offset the lock's offset in the heap
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
     * @param offset the lock's offset in the heap
     * @param multiple whether other threads of this PE may call at the same time
     * @return whether this thread has the lock now
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

    /** Marks the claim as held, or gives it up. */
    private void settle(Claim claim, boolean acquired, boolean multiple) {
        if (acquired) {
            claim.held = true;
        } else {
            owners.leave(claim, multiple);
        }
    }

    /**
     * Releases a lock. This is a full fence, so the next holder sees all earlier stores of this PE. Transfers other
     * than stores have to be completed before.
     *
     * @param offset the lock's offset in the heap
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
