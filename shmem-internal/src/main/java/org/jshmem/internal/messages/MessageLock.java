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
     * The error, such as a {@link StackOverflowError}, that was thrown in the middle of a message; null if there was
     * none. The state of that message is unknown, and the PE at the other side may wait for ever. So the next progress
     * of this PE ends the job. The field is assigned directly, because code that catches an error at the end of the
     * stack cannot make a call. Guarded by the lock.
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
