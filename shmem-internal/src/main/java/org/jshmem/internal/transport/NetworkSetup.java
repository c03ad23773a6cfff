package org.jshmem.internal.transport;

import java.util.Arrays;
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
 * @param hosts by PE, bytes that are equal for PEs that have the same network interfaces, loopback included; null
 *     {@linkplain #withoutHosts afterwards}
 * @param networks by PE, its {@link NetworkProvider#digest}; null if they were not exchanged, and afterwards
 * @param configuration the settings
 * @param heap this PE's heap, of which nothing is claimed yet; the network makes it accessible to other nodes, now or
 *     as it is claimed
 * @param sharedBase where the shared heap of this node is, which the network makes accessible when a PE asks for it
 * @param sharedBytes its size
 * @param published where the addresses of all PEs are kept
 * @param waitPoints the wait points of this node; a change of this PE's memory on behalf of another node wakes
 *     {@code waitPoint}
 * @param waitPoint the wait point of this PE's threads
 * @param waitPolicy how to wait
 * @param receiver takes the messages from other nodes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record NetworkSetup(
        Bootstrap job,
        Topology topology,
        byte[][] hosts,
        byte[][] networks,
        Configuration configuration,
        SymmetricHeap heap,
        long sharedBase,
        long sharedBytes,
        PublishedTable published,
        WaitPoints waitPoints,
        long waitPoint,
        WaitPolicy waitPolicy,
        Receiver receiver) {
    /**
     * Whether all PEs have the same network interfaces.
     *
     * @return false if they are on several hosts
     */
    public boolean isOneHost() {
        return Arrays.stream(hosts).allMatch(host -> Arrays.equals(host, hosts[0]));
    }

    /**
     * The same without {@code hosts} and {@code networks}, for the time after the choice of a network: there are as
     * many as PEs.
     *
     * @return what a network may keep
     */
    public NetworkSetup withoutHosts() {
        return new NetworkSetup(
                job,
                topology,
                null,
                null,
                configuration,
                heap,
                sharedBase,
                sharedBytes,
                published,
                waitPoints,
                waitPoint,
                waitPolicy,
                receiver);
    }
}
