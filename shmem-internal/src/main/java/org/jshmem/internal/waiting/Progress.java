package org.jshmem.internal.waiting;

/** Work for the network that a thread does while it waits. */
public interface Progress {
    /**
     * Handles arrived messages and completes operations under way; returns at once.
     *
     * @return whether anything happened
     */
    boolean poll();

    /** Called when a thread begins to wait: sends what is kept in order to be sent together with later operations. */
    default void waits() {}

    /** Called before a polling thread yields its CPU: it will poll again as soon as it runs. */
    void yields();

    /** Called before the polling thread sleeps, so that another thread takes over the polling. */
    void rest();
}
