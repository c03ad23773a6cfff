package org.jshmem.internal.transport;

import java.util.function.LongPredicate;

/**
 * Memory of a node for what all PEs of the job have published to be reached by the network: one table for all PEs of
 * the node, in place of one in each. The lowest PE of the node claims and writes it before the first barrier of the
 * job, after which all may read it.
 *
 * @param address where it is
 * @param bytes the addresses that it has
 * @param isWriter whether this PE writes it
 * @param claim claims memory for so many bytes of it, from its start; false if the machine has not enough
 */
public record PublishedTable(long address, long bytes, boolean isWriter, LongPredicate claim) {}
