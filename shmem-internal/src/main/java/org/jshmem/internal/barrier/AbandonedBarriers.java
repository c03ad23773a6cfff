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

    /** The thread that completes abandoned barriers. */
    static final class Worker extends Thread {
        Worker(Runnable work) {
            super(work, "jshmem-abandoned-barriers");
            setDaemon(true);
        }
    }

    /** Queues a task, and starts the thread if there is none. */
    synchronized void add(Runnable task) {
        todo.add(task);
        if (thread == null) {
            final Worker worker = new Worker(this::run);
            try {
                worker.start();
            } catch (OutOfMemoryError e) { // no thread can be created
                failure = new ShmemException(
                        "no thread could be started to complete this PE's collective calls: " + e, e);
                throw e;
            }
            thread = worker;
        }
    }

    /** Records a failure; the remaining tasks are not run. */
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

    /** Whether a task is not done yet, or one has failed. */
    synchronized boolean isPending() {
        return thread != null || failure != null;
    }

    /** Whether the thread exists. */
    synchronized boolean isAtWork() {
        return thread != null;
    }

    /** Whether it is the thread that calls. */
    synchronized boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    /** Waits until all tasks are done; throws if one failed. Returns at once if called by the thread itself. */
    synchronized void await() {
        if (isOwnThread()) {
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
