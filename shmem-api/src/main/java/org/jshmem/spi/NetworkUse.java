package org.jshmem.spi;

/**
 * A PE's use of the network, for tools that watch it.
 *
 * @param registeredBytes memory that is registered with the network: heaps, whole or, where the network pins memory,
 *     the parts that are claimed, and buffers
 * @param retries how often the network did not take an operation at once, because a queue was full or a connection was
 *     being made
 */
public record NetworkUse(long registeredBytes, long retries) {
    /** The network use of a job on one node. */
    public static final NetworkUse NONE = new NetworkUse(0, 0);
}
