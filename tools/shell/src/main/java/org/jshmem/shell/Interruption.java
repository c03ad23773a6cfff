package org.jshmem.shell;

/**
 * Whether the snippet that runs on this PE is to end. Loops and methods of snippets {@linkplain LoopGuard check} this,
 * and so does each wait of the library that goes through {@link InterruptibleProvider}. The reader of the connection
 * requests an interruption, perhaps before the snippet begins; the thread of the snippets begins and ends them.
 */
public final class Interruption {
    private static final long NONE = 0;

    private static volatile boolean isRequested;

    private static long running = NONE;

    /** What is to be interrupted, or was to be. */
    private static long requested = NONE;

    private static Thread thread;

    private Interruption() {}

    /** Throws if the snippet is to end; called by compiled snippets. */
    public static void check() {
        if (isRequested) {
            throw new InterruptedSnippet();
        }
    }

    /** The calling thread begins to run what has a number. */
    static synchronized void begin(long number) {
        running = number;
        thread = Thread.currentThread();
        if (requested == number) {
            stop();
        }
    }

    private static void stop() {
        isRequested = true;
        thread.interrupt();
    }

    /** The calling thread has ended it; returns whether it was to be interrupted. */
    static synchronized boolean end() {
        final boolean wasRequested = isRequested;
        isRequested = false;
        running = NONE;
        Thread.interrupted(); // for the next one
        return wasRequested;
    }

    /** Interrupts what has a number, if it runs or will run. */
    static synchronized void request(long number) {
        requested = number;
        if (running == number) {
            stop();
        }
    }
}
