package org.jshmem.internal.transport;

import java.lang.foreign.ValueLayout;

/**
 * Passes operations on PEs of this node to the node's transport, and all others to the network's. It is needed if a job
 * has several nodes and the heaps of this node are not mapped. Fence and quiet go to both transports.
 *
 * <p>Callers number PEs as in the job; the node's transport numbers them by their index on the node.
 */
public final class RoutedTransport extends Transport {
    private final Topology topology;
    private final Transport node;
    private final Transport network;

    /**
     * Both ways.
     *
     * @param topology which PEs are on this node
     * @param node to those, by their indices on it
     * @param network to others
     */
    public RoutedTransport(Topology topology, Transport node, Transport network) {
        this.topology = topology;
        this.node = node;
        this.network = network;
    }

    private Transport to(int pe) {
        return topology.isLocal(pe) ? node : network;
    }

    private int number(int pe) {
        return topology.isLocal(pe) ? topology.indexOf(pe) : pe;
    }

    @Override
    public void put(int pe, long destOffset, long sourceAddress, long bytes) {
        to(pe).put(number(pe), destOffset, sourceAddress, bytes);
    }

    @Override
    public void putNbi(int pe, long destOffset, long sourceAddress, long bytes) {
        to(pe).putNbi(number(pe), destOffset, sourceAddress, bytes);
    }

    @Override
    public void putArray(int pe, long destOffset, Object source, int start, int nelems, ValueLayout element) {
        to(pe).putArray(number(pe), destOffset, source, start, nelems, element);
    }

    @Override
    public void get(int pe, long destAddress, long sourceOffset, long bytes) {
        to(pe).get(number(pe), destAddress, sourceOffset, bytes);
    }

    @Override
    public void getNbi(int pe, long destAddress, long sourceOffset, long bytes) {
        to(pe).getNbi(number(pe), destAddress, sourceOffset, bytes);
    }

    @Override
    public void getArray(int pe, Object dest, int start, long sourceOffset, int nelems, ValueLayout element) {
        to(pe).getArray(number(pe), dest, start, sourceOffset, nelems, element);
    }

    @Override
    public void putBlocks(
            int pe,
            long destOffset,
            long destStride,
            long sourceAddress,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        to(pe).putBlocks(number(pe), destOffset, destStride, sourceAddress, sourceStride, blockBytes, nblocks);
    }

    @Override
    public void getBlocks(
            int pe,
            long destAddress,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        to(pe).getBlocks(number(pe), destAddress, destStride, sourceOffset, sourceStride, blockBytes, nblocks);
    }

    @Override
    public long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        return to(pe).atomic(number(pe), operation, bytes, offset, operand, expected);
    }

    @Override
    public void update(int pe, Atomic operation, int bytes, long offset, long operand) {
        to(pe).update(number(pe), operation, bytes, offset, operand);
    }

    @Override
    public void signal(int pe, Atomic operation, long offset, long signal) {
        to(pe).signal(number(pe), operation, offset, signal);
    }

    @Override
    public void fence() {
        node.fence();
        network.fence();
    }

    @Override
    public void quiet() {
        node.quiet();
        network.quiet();
    }

    /** The node's way is everybody's. */
    @Override
    public void close() {
        network.close();
    }
}
