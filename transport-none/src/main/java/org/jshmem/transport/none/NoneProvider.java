package org.jshmem.transport.none;

import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.transport.NodeMemory;
import org.jshmem.internal.transport.NodeMemoryProvider;
import org.jshmem.internal.waiting.WaitPolicy;

/** Serves nodes with one PE. */
public final class NoneProvider implements NodeMemoryProvider {
    /** Called by the service loader. */
    public NoneProvider() {}

    @Override
    public boolean serves(int pes) {
        return pes == 1;
    }

    @Override
    public NodeMemory attach(Bootstrap node, NodeLayout layout, Configuration configuration, WaitPolicy waitPolicy) {
        return new NoneMemory(layout, configuration);
    }
}
