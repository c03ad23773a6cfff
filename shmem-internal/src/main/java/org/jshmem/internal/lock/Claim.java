package org.jshmem.internal.lock;

import java.util.concurrent.Semaphore;

/**
 * A lock that a thread of this PE holds or acquires, with the threads of this PE that wait for it.
 *
 * <p>The fields need no memory ordering of their own. A thread compares {@link #owner} only with itself, and only a
 * thread itself stores its reference there. {@link #held} is read by the thread that set the lock, or by a thread that
 * the program has ordered after it.
 */
final class Claim {
    /** The lock's offset in the heap. */
    long offset;

    /** The thread that holds or acquires the lock; null if the claim is unused or being handed on. */
    Thread owner;

    /** Whether the PE holds the lock; set before {@code setLock} returns to the program. */
    boolean held;

    /**
     * An error, such as a {@link StackOverflowError}, after which it is unknown whether this PE is in the queue of PEs;
     * otherwise null. It is assigned directly, because a handler near the end of the stack cannot call anything.
     */
    volatile Error brokenBy;

    /**
     * Threads that wait for their turn, without one that is already handed the claim; guarded by {@link LockOwners}.
     */
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
