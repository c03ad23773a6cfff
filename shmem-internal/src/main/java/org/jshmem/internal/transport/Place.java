package org.jshmem.internal.transport;

import org.jshmem.heap.SymmetricHeap;
import org.jshmem.internal.boot.Bootstrap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.sync.Patience;
import org.jshmem.internal.sync.Spots;

/**
 * What a PE has before it joins the network.
 *
 * @param job the PEs of all nodes
 * @param topology who is on which node
 * @param configuration the settings
 * @param heap this PE's heap, which others are to reach
 * @param spots where threads of this node sleep: who changes this PE's memory for another node wakes {@code spot}
 * @param spot where this PE's threads sleep
 * @param patience how to wait
 * @param receiver what to do with messages
 */
public record Place(
        Bootstrap job,
        Topology topology,
        Configuration configuration,
        SymmetricHeap heap,
        Spots spots,
        long spot,
        Patience patience,
        Receiver receiver) {}
