package org.jshmem.internal.transport;

/** What the runtime does with messages from other nodes. */
@FunctionalInterface
public interface Receiver {
    /**
     * Takes a message. Called by whichever thread makes progress, one message at a time; it neither waits nor sends.
     *
     * @param address where the message is; valid during the call
     * @param bytes its size
     */
    void receive(long address, int bytes);
}
