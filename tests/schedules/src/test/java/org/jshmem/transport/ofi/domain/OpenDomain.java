package org.jshmem.transport.ofi.domain;

import java.util.concurrent.atomic.LongAdder;
import org.jshmem.libfabric.CompletionQueue;
import org.jshmem.libfabric.Endpoint;
import org.jshmem.libfabric.SimulatedFabric;
import org.jshmem.transport.ofi.provider.ProviderTraits;

/** Stands in for the library's class of this name. */
public final class OpenDomain {
    private final SimulatedFabric fabric;
    private final ProviderTraits traits;
    private final Registrations registrations;
    private final LongAdder retries = new LongAdder();

    public OpenDomain(SimulatedFabric fabric, ProviderTraits traits, long heapStart, long heapEnd) {
        this.fabric = fabric;
        this.traits = traits;
        this.registrations = new Registrations(heapStart, heapEnd);
    }

    public ProviderTraits traits() {
        return traits;
    }

    public LongAdder retries() {
        return retries;
    }

    public Registrations registrations() {
        return registrations;
    }

    public CompletionQueue completionQueue() {
        return new CompletionQueue();
    }

    public int waitFd(CompletionQueue queue) {
        return -1;
    }

    public Endpoint endpoint(CompletionQueue queue) {
        return fabric.endpoint(queue);
    }
}
