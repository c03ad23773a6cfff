package org.jshmem.internal.lock;

import java.util.concurrent.Semaphore;

/**
 * A lock that a thread of this PE holds or acquires.
 *
 * <p>The fields need no memory ordering of their own. A thread compares {@link #owner} only with itself, and only that
 * thread writes its own name there. {@link #held} is read by the thread that set the lock, or by a thread that the
 * program has ordered after it.
 */
final class Claim {
    long offset;
    Thread owner;

    /** Whether the PE has the lock; set before {@code setLock} returns to the program. */
    boolean held;

    /**
     * An error, such as a {@link StackOverflowError}, that has left it unknown whether this PE is in the queue of PEs;
     * null if none has. A handler at the end of the stack cannot call anything, so it assigns this.
     */
    volatile Error brokenBy;

    /** Threads in the queue that nobody has handed the claim to; guarded by {@link LockOwners}. */
    int waiters;

    private final Semaphore turns = new Semaphore(0, true);

    void awaitTurn() {
        turns.acquireUninterruptibly();
        owner = Thread.currentThread();
    }

    void handOn() {
        owner = null;
        turns.release();
    }
}
