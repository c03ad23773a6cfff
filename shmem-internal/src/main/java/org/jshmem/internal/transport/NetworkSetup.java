package org.jshmem.internal.transport;

import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;

/**
 * What a PE has before it joins the network.
 *
 * @param job the PEs of all nodes
 * @param topology who is on which node
 * @param configuration the settings
 * @param heap this PE's heap, which others are to reach
 * @param waitPoints where threads of this node sleep: who changes this PE's memory for another node wakes
 *     {@code waitPoint}
 * @param waitPoint where this PE's threads sleep
 * @param waitPolicy how to wait
 * @param receiver what to do with messages
 */
public record NetworkSetup(
        Bootstrap job,
        Topology topology,
        Configuration configuration,
        SymmetricHeap heap,
        WaitPoints waitPoints,
        long waitPoint,
        WaitPolicy waitPolicy,
        Receiver receiver) {}
