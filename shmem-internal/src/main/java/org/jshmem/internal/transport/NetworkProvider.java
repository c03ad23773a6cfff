package org.jshmem.internal.transport;

import org.jshmem.internal.config.Configuration;

/** Creates the network of a job; found by the service loader. */
public interface NetworkProvider {
    /**
     * Starts those preparations for {@link #attach} that do not depend on other PEs, such as loading libraries, and
     * returns at once. Called once, before anything else.
     *
     * @param configuration the settings
     */
    void prepare(Configuration configuration);

    /**
     * Tells in few bytes which networks this PE could use, so that PEs with the same ones find that out without telling
     * more. Waits for the preparations.
     *
     * @return bytes for {@link NetworkSetup#networks}; none if they have failed, which {@link #attach} reports
     */
    byte[] digest();

    /**
     * Opens endpoints and exchanges addresses; collective over the job.
     *
     * @param setup the state of this PE
     * @return the network
     */
    Network attach(NetworkSetup setup);

    /**
     * Sizes at which its transfers change their way, but for those that depend on settings.
     *
     * @return bytes
     */
    long[] switchPoints();
}
