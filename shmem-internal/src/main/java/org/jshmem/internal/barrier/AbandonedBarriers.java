package org.jshmem.internal.barrier;

import java.util.ArrayDeque;
import java.util.Queue;
import org.jshmem.ShmemException;

/**
 * The barriers of a team that a thread of the program did not wait for, because an exception is unwinding its stack. A
 * thread of the library completes them in order, so that the other PEs find this PE in each of them. A team has at most
 * one such thread; it ends when nothing is left to do.
 *
 * <p>If a barrier fails, the remaining ones are not completed. This PE is then out of step with the others, and every
 * later collective call of the team throws.
 */
final class AbandonedBarriers {
    private final Queue<Runnable> todo = new ArrayDeque<>();
    private ShmemException failure;
    private Thread thread;

    /** A thread that acts for the program. */
    static final class Worker extends Thread {
        Worker(Runnable work) {
            super(work, "jshmem-abandoned-barriers");
            setDaemon(true);
        }
    }

    /** Leaves one more to the thread. */
    synchronized void add(Runnable task) {
        todo.add(task);
        if (thread == null) {
            final Worker worker = new Worker(this::run);
            try {
                worker.start();
            } catch (OutOfMemoryError e) { // no more threads are to be had
                failure = new ShmemException(
                        "no thread could be started to complete this PE's collective calls: " + e, e);
                throw e;
            }
            thread = worker;
        }
    }

    /** No more can be done. */
    synchronized void fail(ShmemException cause) {
        failure = cause;
    }

    private void run() {
        for (Runnable task = next(); task != null; task = next()) {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                fail(
                        e instanceof ShmemException known
                                ? known
                                : new ShmemException(
                                        "a barrier that this PE left because of an exception failed: " + e, e));
            }
        }
    }

    private synchronized Runnable next() {
        final Runnable next = failure == null ? todo.poll() : null;
        if (next == null) {
            thread = null;
            notifyAll();
        }
        return next;
    }

    /** Whether there is something that has not been done. */
    synchronized boolean isPending() {
        return thread != null || failure != null;
    }

    /** Whether the thread is there. */
    synchronized boolean isAtWork() {
        return thread != null;
    }

    /** Waits until all is done; throws if something failed. The thread itself does not wait. */
    synchronized void await() {
        if (Thread.currentThread() == thread) {
            return;
        }
        boolean interrupted = false;
        while (thread != null) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw new ShmemException(failure.getMessage(), failure);
        }
    }
}
