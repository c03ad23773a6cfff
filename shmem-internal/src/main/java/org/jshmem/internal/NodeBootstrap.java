package org.jshmem.internal;

import java.util.function.Supplier;
import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.internal.transport.Topology;

/** The PEs of this node as a job of their own, for the wire-up of their memory. */
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

    /** Once at most: the PEs of all nodes take part, and those of others may have nothing to exchange. */
    @Override
    public byte[][] allgather(byte[] mine) {
        if (exchanged) {
            throw new IllegalStateException("the memory of a node is wired up by one exchange");
        }
        exchanged = true;
        final byte[][] all = job.allgather(mine);
        final int[] local = topology.local();
        final byte[][] theirs = new byte[local.length][];
        for (int i = 0; i < local.length; i++) {
            theirs[i] = all[local[i]];
        }
        return theirs;
    }

    /** Takes part in the exchange of other nodes, if there was none here. */
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
