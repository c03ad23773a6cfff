package org.jshmem.internal.transport;

import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;

/**
 * The state of a PE before it joins the network.
 *
 * @param job the PEs of all nodes
 * @param topology the node of each PE
 * @param configuration the settings
 * @param heap this PE's heap, of which nothing is claimed yet; the network makes it accessible to other nodes, now or
 *     as it is claimed
 * @param sharedBase where the shared heap of this node is, which the network makes accessible when a PE asks for it
 * @param sharedBytes its size
 * @param waitPoints the wait points of this node; a change of this PE's memory on behalf of another node wakes
 *     {@code waitPoint}
 * @param waitPoint the wait point of this PE's threads
 * @param waitPolicy how to wait
 * @param receiver takes the messages from other nodes
 */
public record NetworkSetup(
        Bootstrap job,
        Topology topology,
        Configuration configuration,
        SymmetricHeap heap,
        long sharedBase,
        long sharedBytes,
        WaitPoints waitPoints,
        long waitPoint,
        WaitPolicy waitPolicy,
        Receiver receiver) {}
