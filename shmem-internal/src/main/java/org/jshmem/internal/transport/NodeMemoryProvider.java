package org.jshmem.internal.transport;

import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.waiting.WaitPolicy;

/** Creates the memory of a node; found by the service loader. */
public interface NodeMemoryProvider {
    /**
     * Whether this provider serves a node; the first provider that does is used.
     *
     * @param pes the number of PEs on the node
     * @return whether it does
     */
    boolean serves(int pes);

    /**
     * Maps this PE's heap and connects it with the other heaps of the node; collective over the node.
     *
     * @param node the PEs of the node, presented as a job
     * @param layout the layout of the memory
     * @param configuration the settings
     * @param waitPolicy how to wait for other PEs
     * @return the memory
     */
    NodeMemory attach(Bootstrap node, NodeLayout layout, Configuration configuration, WaitPolicy waitPolicy);

    /**
     * Sizes at which its transfers change their way.
     *
     * @return bytes
     */
    default long[] switchPoints() {
        return new long[0];
    }
}
