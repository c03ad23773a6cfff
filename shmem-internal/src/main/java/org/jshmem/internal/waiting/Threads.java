package org.jshmem.internal.waiting;

import java.util.concurrent.TimeUnit;

/**
 * Waits that an interrupt of the calling thread does not end. The thread's interrupt status is restored when they
 * return.
 */
public final class Threads {
    private Threads() {}

    /**
     * Sleeps for the whole time.
     *
     * @param ns nanoseconds
     */
    public static void sleep(long ns) {
        final long start = System.nanoTime();
        boolean interrupted = false;
        for (long left = ns; left > 0; left = ns - (System.nanoTime() - start)) {
            try {
                TimeUnit.NANOSECONDS.sleep(left);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Waits until a thread has ended; returns at once if it was not started.
     *
     * @param thread any but the calling thread
     */
    public static void join(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
