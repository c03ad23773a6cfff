package org.jshmem.transport.ofi.domain;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.libfabric.CompletionQueue;
import org.jshmem.libfabric.Domain;
import org.jshmem.libfabric.Endpoint;
import org.jshmem.libfabric.FabricException;
import org.jshmem.libfabric.SimulatedFabric;
import org.jshmem.transport.ofi.provider.ProviderTraits;

/** Stands in for the library's class of this name. */
public final class OpenDomain {
    private final SimulatedFabric fabric;
    private final ProviderTraits traits;
    private final Domain domain = new Domain();
    private final Registrations registrations;
    private final List<CompletionQueue> queues = new ArrayList<>();
    private final List<Endpoint> endpoints = new ArrayList<>();
    private boolean refusesEndpoints;
    private final LongAdder retries = new LongAdder();

    public OpenDomain(SimulatedFabric fabric, ProviderTraits traits, SymmetricHeap heap) {
        this.fabric = fabric;
        this.traits = traits;
        this.registrations = new Registrations(domain, traits, new SecureRandom());
        registrations.heapIs(heap, 1);
    }

    /** Where memory is registered. */
    public Domain domain() {
        return domain;
    }

    /** Opens no more endpoints. */
    public void refuseEndpoints() {
        refusesEndpoints = true;
    }

    /** The queues and endpoints that are open. */
    public long open() {
        return Stream.concat(queues.stream(), endpoints.stream())
                .filter(fid -> !fid.isClosed())
                .count();
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
        final CompletionQueue queue = new CompletionQueue();
        queues.add(queue);
        return queue;
    }

    public int waitFd(CompletionQueue queue) {
        return -1;
    }

    public Endpoint endpoint(CompletionQueue queue) {
        if (refusesEndpoints) {
            throw new FabricException("no endpoint", null);
        }
        final Endpoint endpoint = fabric.endpoint(queue, domain);
        endpoints.add(endpoint);
        return endpoint;
    }
}
