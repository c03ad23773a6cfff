package org.jshmem.internal.transport;

/** Makes the network of a job; found by the service loader. */
public interface NetworkProvider {
    /**
     * Opens endpoints and exchanges addresses; collective over the job.
     *
     * @param place what this PE has so far
     * @return attached
     */
    Network attach(Place place);
}
