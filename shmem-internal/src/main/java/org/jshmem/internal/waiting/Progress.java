package org.jshmem.internal.waiting;

/** What a thread does for others while it waits. */
public interface Progress {
    /**
     * Handles what has arrived and completes what was begun; returns at once.
     *
     * @return whether anything happened
     */
    boolean poll();

    /** Whoever has polled is about to sleep: somebody else has to. */
    void rest();
}
