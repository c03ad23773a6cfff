package org.jshmem.internal.transport;

/**
 * The ways to heaps that are not mapped here: for each PE the transport that reaches it, and the number by which that
 * transport knows it.
 *
 * <p>PEs of this node are reached by the node's transport, which numbers them by their index on the node; all others by
 * the network's, which numbers them as in the job. Callers number PEs as in the team that the routes are made for.
 * Fence and quiet go to both transports.
 */
public final class Routes {
    private final Topology topology;
    private final Transport node;
    private final Transport network;
    private final int[] pes;

    private Routes(Topology topology, Transport node, Transport network, int[] pes) {
        this.topology = topology;
        this.node = node;
        this.network = network;
        this.pes = pes;
    }

    /**
     * The routes of a context, by the numbers of the job.
     *
     * @param topology which PEs are on this node
     * @param node to those; null if their heaps are mapped
     * @param network to others; null if there are none
     * @return null if all heaps are mapped
     */
    public static Routes of(Topology topology, Transport node, Transport network) {
        return node == null && network == null ? null : new Routes(topology, node, network, null);
    }

    /**
     * The same routes by other numbers.
     *
     * @param members for each PE of a team its number in the job; not copied
     * @return by the numbers of that team
     */
    public Routes of(int[] members) {
        return new Routes(topology, node, network, members);
    }

    /**
     * The transport that reaches a PE.
     *
     * @param pe whose heap is not mapped here
     * @return to be told the PE's {@link #number}
     */
    public Transport to(int pe) {
        return isByNode(job(pe)) ? node : network;
    }

    /**
     * What the transport of a PE calls it.
     *
     * @param pe whose heap is not mapped here
     * @return its index on this node, or its number in the job
     */
    public int number(int pe) {
        final int number = job(pe);
        return isByNode(number) ? topology.indexOf(number) : number;
    }

    private int job(int pe) {
        return pes == null ? pe : pes[pe];
    }

    private boolean isByNode(int pe) {
        return network == null || node != null && topology.isLocal(pe);
    }

    /** Orders deliveries to each PE. */
    public void fence() {
        if (node != null) {
            node.fence();
        }
        if (network != null) {
            network.fence();
        }
    }

    /** Completes all operations at their targets. */
    public void quiet() {
        if (node != null) {
            node.quiet();
        }
        if (network != null) {
            network.quiet();
        }
    }

    /** Ends what the context has of its own, which is the network's: the node's transport is everybody's. */
    public void close() {
        if (network != null) {
            network.close();
        }
    }
}
