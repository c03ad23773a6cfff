package org.jshmem.internal.transport;

/** Takes the messages from other nodes. */
@FunctionalInterface
public interface Receiver {
    /**
     * Takes a message. Called by any thread that makes progress, for one message at a time; must neither wait nor send.
     *
     * @param address the address of the message; valid during the call
     * @param bytes its size
     */
    void receive(long address, int bytes);
}
