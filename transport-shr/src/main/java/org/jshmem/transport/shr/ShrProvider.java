package org.jshmem.transport.shr;

import org.jshmem.bootstrap.Bootstrap;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.transport.NodeMemory;
import org.jshmem.internal.transport.NodeMemoryProvider;
import org.jshmem.internal.waiting.WaitPolicy;

/** Serves nodes with several PEs. */
public final class ShrProvider implements NodeMemoryProvider {
    /** Called by the service loader. */
    public ShrProvider() {}

    @Override
    public boolean serves(int pes) {
        return pes > 1;
    }

    @Override
    public NodeMemory attach(Bootstrap node, NodeLayout layout, Configuration configuration, WaitPolicy waitPolicy) {
        return ShrMemory.attach(node, layout, configuration, waitPolicy);
    }

    @Override
    public long[] switchPoints() {
        return new long[] {CrossMemoryAttach.CLOSE_BYTES, CrossMemoryAttach.BOUNCE_BYTES};
    }
}
