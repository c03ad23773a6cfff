package org.jshmem.internal.transport;

import org.jshmem.internal.boot.Bootstrap;
import org.jshmem.internal.config.Configuration;
import org.jshmem.internal.sync.Patience;

/** Makes the transport of a job; found by the service loader. */
public interface TransportProvider {
    /**
     * Whether this transport can serve a job.
     *
     * @param job who takes part
     * @return true for one transport among those on the class path
     */
    boolean serves(Bootstrap job);

    /**
     * Maps this PE's heap and reaches the others'; collective.
     *
     * @param job who takes part
     * @param configuration the settings
     * @param patience how to wait for other PEs
     * @return an attached transport
     */
    Transport attach(Bootstrap job, Configuration configuration, Patience patience);
}
