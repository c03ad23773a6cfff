package org.jshmem.internal.sync;

/** Waits for the library's own threads. */
final class Threads {
    private Threads() {}

    /** Waits until a thread has ended, however often the calling thread is interrupted; it stays interrupted then. */
    static void join(Thread thread) {
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
