package org.jshmem.transport.none;

import org.jshmem.internal.boot.Bootstrap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.sync.Patience;
import org.jshmem.internal.transport.Transport;
import org.jshmem.internal.transport.TransportProvider;

/** Serves jobs of one PE. */
public final class NoneProvider implements TransportProvider {
    /** Called by the service loader. */
    public NoneProvider() {}

    @Override
    public boolean serves(Bootstrap job) {
        return job.nPes() == 1;
    }

    @Override
    public Transport attach(Bootstrap job, Configuration configuration, Patience patience) {
        return new NoneTransport(configuration);
    }
}
