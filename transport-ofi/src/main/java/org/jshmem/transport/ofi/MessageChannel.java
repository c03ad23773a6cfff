package org.jshmem.transport.ofi;

/** Where messages of the runtime are sent. */
interface MessageChannel {
    /**
     * Sends a message, for a caller that holds the lock. Its memory is free on return.
     *
     * @param pe the PE
     * @param address where the message is
     * @param bytes its size
     * @return false if the provider has no room for it; nothing was sent then
     */
    boolean sendLocked(int pe, long address, long bytes);
}
