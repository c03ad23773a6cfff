package org.jshmem.internal.lock;

import java.util.concurrent.Semaphore;

/** A lock that a thread of this PE holds or acquires. All but the queue is guarded by {@link LockOwners}. */
final class Claim {
    long offset;

    /** Written by itself or while nobody has the claim; others only compare it with themselves. */
    volatile Thread owner;

    /** Whether the PE has the lock; set by the owner without any lock, before it returns to the program. */
    volatile boolean held;

    /** Threads in the queue that nobody has handed the claim to. */
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
