package org.jshmem.transport.shr;

import org.jshmem.internal.boot.Bootstrap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.sync.Patience;
import org.jshmem.internal.transport.Transport;
import org.jshmem.internal.transport.TransportProvider;

/** Serves jobs of several PEs on one node. */
public final class ShrProvider implements TransportProvider {
    /** Called by the service loader. */
    public ShrProvider() {}

    @Override
    public boolean serves(Bootstrap job) {
        return job.nPes() > 1;
    }

    @Override
    public Transport attach(Bootstrap job, Configuration configuration, Patience patience) {
        return ShrTransport.attach(job, configuration, patience);
    }
}
