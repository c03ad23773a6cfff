package org.jshmem.shell;

/**
 * Whether the snippet that runs on this PE is to end. Loops and methods of snippets {@linkplain LoopGuard check} this,
 * and so does each wait of the library that goes through {@link InterruptibleProvider}. The reader of the connection
 * requests an interruption; the thread of the snippets begins and ends them.
 */
public final class Interruption {
    private static final long NONE = -1;

    private static volatile boolean isRequested;

    private static long running = NONE;
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
    }

    /** The calling thread has ended it; returns whether it was to be interrupted. */
    static synchronized boolean end() {
        final boolean wasRequested = isRequested;
        isRequested = false;
        running = NONE;
        Thread.interrupted(); // for the next one
        return wasRequested;
    }

    /** Interrupts what has a number, if it still runs. */
    static synchronized void request(long number) {
        if (running == number) {
            isRequested = true;
            thread.interrupt();
        }
    }
}
