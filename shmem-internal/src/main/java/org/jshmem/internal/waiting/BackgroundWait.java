package org.jshmem.internal.waiting;

import java.util.concurrent.CancellationException;

/**
 * How the barriers of non-blocking collectives wait, which any thread of the PE may execute, one at a time.
 *
 * <p>The thread of the library that executes them does so beside a program that computes. It neither spins nor yields,
 * but sleeps at once; it runs no handlers of messages; and however long it waits, that is no hang, because the other
 * PEs may compute, too. When a thread of the program begins to wait for a result, {@link #hurry} makes the library's
 * thread spin and yield like any other, from its next wait on. In the wait in which it is, it may sleep on until
 * another PE wakes it. It still reports no hang: the program's thread does that for itself.
 */
public final class BackgroundWait {
    private volatile boolean isOfLibrary;
    private volatile boolean isHurried;
    private volatile boolean hasEnded;

    /** For the barriers of one team. */
    public BackgroundWait() {}

    /**
     * Says who executes the next collective.
     *
     * @param isLibrary whether it is the thread of the library
     */
    public void begin(boolean isLibrary) {
        if (isOfLibrary != isLibrary) { // a volatile store costs more than a look
            isOfLibrary = isLibrary;
        }
        if (isHurried) {
            isHurried = false;
        }
    }

    /** Says that a thread of the program waits for the library's. If that one is asleep, it has to be woken. */
    public void hurry() {
        isHurried = true;
    }

    /** Lets every wait end by an exception, from its next nap on. */
    public void end() {
        hasEnded = true;
    }

    /**
     * Whether the library's thread executes, and no thread of the program waits for it.
     *
     * @return as {@link #begin} and {@link #hurry} have set it last
     */
    public boolean isInBackground() {
        return isOfLibrary && !isHurried;
    }

    /** Whether the library's thread executes. */
    boolean isOfLibrary() {
        return isOfLibrary;
    }

    /** Throws if nobody is to wait any more. */
    void check() {
        if (hasEnded) {
            throw new CancellationException("the team has ended");
        }
    }
}
