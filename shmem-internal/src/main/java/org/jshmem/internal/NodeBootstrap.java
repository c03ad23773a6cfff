package org.jshmem.internal;

import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.internal.transport.Topology;

/** Presents the PEs of this node as a job of their own, for the wire-up of the node's memory. */
final class NodeBootstrap extends Bootstrap {
    private static final byte[] NOTHING = {};

    private final Bootstrap job;
    private final Topology topology;
    private boolean exchanged;

    NodeBootstrap(Bootstrap job, Topology topology) {
        this.job = job;
        this.topology = topology;
    }

    @Override
    public String describe() {
        return job.describe();
    }

    @Override
    public int pe() {
        return topology.indexOf(job.pe());
    }

    @Override
    public int nPes() {
        return topology.local().length;
    }

    @Override
    public int numberInJob(int pe) {
        return topology.local()[pe];
    }

    /**
     * May be called once at most. The exchange may be one of the whole job, in which PEs of nodes that need none take
     * part by {@link #join}.
     */
    @Override
    public byte[][] allgather(byte[] mine) {
        if (exchanged) {
            throw new IllegalStateException("the memory of a node is wired up by one exchange");
        }
        exchanged = true;
        final int[] nodeOf =
                IntStream.range(0, topology.pes()).map(topology::nodeOf).toArray();
        return job.allgatherOnNodes(nodeOf, mine);
    }

    /** Takes part in the exchange of the other nodes, unless this node has made its own. */
    void join() {
        if (!exchanged && topology.nodes() > 1) {
            allgather(NOTHING);
        }
    }

    @Override
    public void finish() {
        job.finish();
    }

    @Override
    public void leaveEarly(Supplier<String> reason) {
        job.leaveEarly(reason);
    }

    @Override
    public void globalExit(int status) {
        job.globalExit(status);
    }

    @Override
    public void abort(int status, String message) {
        job.abort(status, message);
    }
}
