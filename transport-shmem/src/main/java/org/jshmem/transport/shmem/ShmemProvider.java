package org.jshmem.transport.shmem;

import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.transport.NativeProvider;
import org.jshmem.internal.transport.Network;
import org.jshmem.internal.transport.NetworkSetup;
import org.jshmem.internal.transport.NodeMemory;
import org.jshmem.oshmem.OpenShmem;

/** Serves jobs whose bootstrap has initialised a C library. */
public final class ShmemProvider implements NativeProvider {
    /** Called by the service loader. */
    public ShmemProvider() {}

    @Override
    public NodeMemory withHeaps(NodeMemory node, int[] local, NodeLayout layout) {
        return new ShmemMemory(OpenShmem.ofProcess(), node, local, layout);
    }

    @Override
    public void prepare(Configuration configuration) {}

    @Override
    public byte[] digest() {
        return new byte[0];
    }

    @Override
    public Network attach(NetworkSetup setup) {
        return new ShmemNetwork(OpenShmem.ofProcess(), setup.withoutHosts());
    }

    @Override
    public long[] switchPoints() {
        return new long[0];
    }
}
