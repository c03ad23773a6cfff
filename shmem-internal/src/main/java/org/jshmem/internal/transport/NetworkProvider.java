package org.jshmem.internal.transport;

import org.jshmem.internal.config.Configuration;

/** Makes the network of a job; found by the service loader. */
public interface NetworkProvider {
    /**
     * Begins what {@link #attach} will need and what does not depend on other PEs, such as to load libraries; returns
     * at once. Called once, by PEs that will attach.
     *
     * @param configuration the settings
     */
    void prepare(Configuration configuration);

    /**
     * Opens endpoints and exchanges addresses; collective over the job.
     *
     * @param setup what this PE has so far
     * @return attached
     */
    Network attach(NetworkSetup setup);
}
