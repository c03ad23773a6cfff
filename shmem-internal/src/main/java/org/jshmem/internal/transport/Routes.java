package org.jshmem.internal.transport;

/**
 * Maps each PE whose heap is not mapped here to the transport that reaches it, and to that transport's number of the
 * PE.
 *
 * <table>
 *   <caption>Transports</caption>
 *   <tr><td>PE of this node</td><td>transport of the node</td><td>index on the node</td></tr>
 *   <tr><td>other PE</td><td>transport of the network</td><td>number in the job</td></tr>
 * </table>
 *
 * <p>Callers pass the PE's number in the team of the routes. Fence and quiet apply to both transports.
 */
public final class Routes {
    private final Topology topology;
    private final Transport node;
    private final Transport network;

    /** The PEs of the team. */
    private final PeNumbers pes;

    private Routes(Topology topology, Transport node, Transport network, PeNumbers pes) {
        this.topology = topology;
        this.node = node;
        this.network = network;
        this.pes = pes;
    }

    /**
     * The routes of a context, for numbers in the job.
     *
     * @param topology the nodes of the job
     * @param node the transport to PEs of this node; null if their heaps are mapped
     * @param network the transport to other PEs; null if there are none
     * @return null if all heaps are mapped
     */
    public static Routes of(Topology topology, Transport node, Transport network) {
        return node == null && network == null ? null : new Routes(topology, node, network, pe -> pe);
    }

    /**
     * The same routes for numbers in a team.
     *
     * @param members the PEs of the team
     * @return routes that take numbers in the team
     */
    public Routes of(PeNumbers members) {
        return new Routes(topology, node, network, members);
    }

    /**
     * The transport that reaches a PE.
     *
     * @param pe a PE whose heap is not mapped here
     * @return a transport that takes the PE's {@link #number}
     */
    public Transport to(int pe) {
        return isByNode(pes.pe(pe)) ? node : network;
    }

    /**
     * The number of a PE for its transport.
     *
     * @param pe a PE whose heap is not mapped here
     * @return its index on this node, or its number in the job
     */
    public int number(int pe) {
        final int number = pes.pe(pe);
        return isByNode(number) ? topology.indexOf(number) : number;
    }

    private boolean isByNode(int pe) {
        return network == null || node != null && topology.isLocal(pe);
    }

    /**
     * Starts a session on the network, see {@link Transport#startSession()}.
     *
     * @return the routes to use from now on
     */
    public Routes startSession() {
        return network == null ? this : new Routes(topology, node, network.startSession(), pes);
    }

    /**
     * Ends a session on the network.
     *
     * @return the routes to use from now on
     */
    public Routes stopSession() {
        return network == null ? this : new Routes(topology, node, network.stopSession(), pes);
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

    /**
     * Orders deliveries to a PE.
     *
     * @param pe any PE
     */
    public void fence(int pe) {
        if (!topology.isLocal(pes.pe(pe))) {
            network.fence();
        } else if (node != null) {
            node.fence();
        }
    }

    /** Waits until the sources of all puts may be changed. */
    public void completeLocally() {
        if (node != null) {
            node.completeLocally();
        }
        if (network != null) {
            network.completeLocally();
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

    /** Closes the context's transport of the network; all contexts share the node's. */
    public void close() {
        if (network != null) {
            network.close();
        }
    }
}
