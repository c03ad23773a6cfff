package org.jshmem.spi;

/**
 * A PE's use of the network, for tools that watch it.
 *
 * @param registeredBytes memory that is registered with the network: the whole symmetric heap or, where the network
 *     pins memory, the part that is claimed
 * @param retries how often an operation had to be started again because a queue of the network was full
 */
public record NetworkUse(long registeredBytes, long retries) {
    /** The network use of a job on one node. */
    public static final NetworkUse NONE = new NetworkUse(0, 0);
}
