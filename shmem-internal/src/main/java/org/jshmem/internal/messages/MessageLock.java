package org.jshmem.internal.messages;

import java.util.concurrent.locks.ReentrantLock;

/**
 * The lock of a {@link MessageEngine}. It guards the spaces, the requests under way, and all other state of the engine.
 * It does nothing until the thread level lets several threads call.
 *
 * <p>A thread that holds it never waits for something that another thread of this PE must do.
 */
final class MessageLock {
    private final ReentrantLock lock = new ReentrantLock();

    /** The only thread that may call until several may. */
    private final Thread owner = Thread.currentThread();

    private volatile boolean isThreaded;

    /**
     * What has struck in the middle of a message, such as a {@link StackOverflowError}, so that its state is unknown
     * and its other side may wait for ever; null if nothing has. It is assigned directly, because code that catches an
     * error at the end of the stack cannot make a call. The next progress of this PE ends the job. Guarded by the lock.
     */
    Throwable brokenBy;

    MessageLock(boolean isThreaded) {
        this.isThreaded = isThreaded;
    }

    /** Whether several threads may call. */
    boolean isThreaded() {
        return isThreaded;
    }

    /** Several threads may call from now on. */
    void allowThreads() {
        isThreaded = true;
    }

    void enter() {
        if (isThreaded) {
            lock.lock();
        }
    }

    /** Enters if the calling thread may call and need not wait; returns whether it has entered. */
    boolean tryEnter() {
        return isThreaded ? lock.tryLock() : Thread.currentThread().equals(owner);
    }

    void leave() {
        if (isThreaded && lock.isHeldByCurrentThread()) { // it is not if threads were allowed after it entered
            lock.unlock();
        }
    }
}
