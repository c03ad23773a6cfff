package org.jshmem.internal.transport;

import org.jshmem.heap.NodeLayout;

/**
 * Reaches symmetric memory by the C library of OpenSHMEM that {@code SHMEM_TRANSPORT} names, on a node and between
 * nodes; found by the service loader.
 */
public interface NativeProvider extends NetworkProvider {
    /**
     * Takes the heaps from the C library, and the rest of a node's memory from another provider; collective over the
     * job.
     *
     * @param node the memory of the node, whose heaps nobody has used
     * @param local the PEs of the node
     * @param layout the layout of the memory
     * @return the memory
     */
    NodeMemory withHeaps(NodeMemory node, int[] local, NodeLayout layout);
}
