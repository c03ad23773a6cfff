package org.jshmem.spi;

/**
 * What a PE has of its network, for tools that watch it.
 *
 * @param registeredBytes memory that is registered with the network: all of the symmetric heap, or where the network
 *     pins memory what is claimed of it
 * @param retries how often an operation had to be started again, since a queue of the network was full
 */
public record NetworkUse(long registeredBytes, long retries) {
    /** That of a job on one node. */
    public static final NetworkUse NONE = new NetworkUse(0, 0);
}
