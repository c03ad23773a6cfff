package org.jshmem.internal.transport;

import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.waiting.WaitPolicy;

/** Makes the memory of a node; found by the service loader. */
public interface NodeMemoryProvider {
    /**
     * Whether it can serve a node.
     *
     * @param pes how many PEs there are on it
     * @return true for one provider among those on the class path
     */
    boolean serves(int pes);

    /**
     * Maps this PE's heap and reaches those of the node; collective over the node.
     *
     * @param node the PEs of the node, as if they were the job
     * @param layout how the memory is to be laid out
     * @param configuration the settings
     * @param waitPolicy how to wait for other PEs
     * @return attached
     */
    NodeMemory attach(Bootstrap node, NodeLayout layout, Configuration configuration, WaitPolicy waitPolicy);
}
