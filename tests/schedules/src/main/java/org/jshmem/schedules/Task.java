package org.jshmem.schedules;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * One of the threads that a {@link Schedule} runs, and its state. The thread is used again by the next schedule. All
 * fields but {@link #isRunning} belong to the task that runs, or to the thread that starts schedules if none does; the
 * hand-over by {@link #isRunning} orders the accesses.
 */
final class Task extends Thread {
    final StoreBuffer stores = new StoreBuffer();

    /** Whether stores are seen by others at once. */
    boolean storesAtOnce;

    /** The schedule it is part of; null between two. */
    Schedule schedule;

    Schedules.Body body;

    /** The task with the highest priority runs. */
    long priority;

    boolean isDone;

    /** What the task waits for; null if it can go on. */
    BooleanSupplier condition;

    /** The changes of memory by others that it knew of when it looked last. */
    long changesSeen;

    /** The word at which it sleeps; 0 for none. */
    long sleepsAt;

    /** Accesses since another task ran last. */
    int accessesInARow;

    /** Whether it waits for a monitor that a stopped task holds, and others run instead. */
    volatile boolean isBlocked;

    private volatile boolean isRunning;
    private volatile boolean isEnded;

    Task(int index) {
        super("PE " + index);
        setDaemon(true);
    }

    /** The calling thread, if a schedule runs it; otherwise null. */
    static Task current() {
        return Thread.currentThread() instanceof Task task && task.schedule != null ? task : null;
    }

    boolean isRunnable() {
        return !isDone && !isBlocked && sleepsAt == 0 && (condition == null || condition.getAsBoolean());
    }

    /** Lets this task run; the caller stops. */
    void resume() {
        isRunning = true;
        LockSupport.unpark(this);
    }

    /** Stops the calling thread, which is this task, until another one resumes it. */
    void pause() {
        while (!isRunning) {
            LockSupport.park(this);
        }
    }

    /** Says that this task is about to stop. To be called before another is resumed. */
    void stopRunning() {
        isRunning = false;
    }

    /** Ends the thread. */
    void end() {
        isEnded = true;
        resume();
    }

    @Override
    public void run() {
        for (; ; ) {
            pause();
            if (isEnded) {
                return;
            }
            final Schedule current = schedule;
            try {
                body.run();
            } catch (Throwable e) { // of the code under test
                current.fail(e);
            }
            current.end(this);
        }
    }
}
