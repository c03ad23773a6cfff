package org.jshmem.internal.barrier;

/** Sends messages to PEs of other nodes. */
public interface MessageSender {
    /**
     * The largest message.
     *
     * @return bytes
     */
    int maxMessageBytes();

    /**
     * Sends a message to a PE; the caller may reuse the memory on return.
     *
     * @param pe a PE of the job, of another node
     * @param address where the message is
     * @param bytes its size
     */
    void send(int pe, long address, int bytes);
}
