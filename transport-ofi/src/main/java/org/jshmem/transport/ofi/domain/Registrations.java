package org.jshmem.transport.ofi.domain;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.libfabric.Domain;
import org.jshmem.libfabric.Endpoint;
import org.jshmem.libfabric.FabricException;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.MemoryRegion;
import org.jshmem.transport.ofi.provider.ProviderTraits;

/**
 * The memory that the provider knows: the heap, which others reach, and, where the provider wants that, buffers of this
 * PE. Keys are random where the provider lets us choose them, so that a stranger cannot guess them.
 */
public final class Registrations implements AutoCloseable {
    private static final int TRIES = 8;

    private final Domain domain;
    private final ProviderTraits traits;
    private final SecureRandom random;
    private final List<MemoryRegion> regions = new ArrayList<>();
    private long heapStart;
    private long heapEnd;
    private long heapDescriptor;

    /** For a domain whose provider has these traits; keys are random. */
    public Registrations(Domain domain, ProviderTraits traits, SecureRandom random) {
        this.domain = domain;
        this.traits = traits;
        this.random = random;
    }

    /** Makes the heap reachable. */
    public MemoryRegion heap(SymmetricHeap heap) {
        final MemoryRegion region =
                register(heap.base(), heap.bytes(), Fi.REMOTE_READ | Fi.REMOTE_WRITE | Fi.READ | Fi.WRITE);
        heapStart = heap.base();
        heapEnd = heap.base() + heap.bytes();
        heapDescriptor = region.descriptor();
        return region;
    }

    /** Makes a word readable for others. */
    public MemoryRegion word(long address) {
        return register(address, Long.BYTES, Fi.REMOTE_READ);
    }

    /** Ties memory to the endpoint through which it is reached, where the provider wants that. */
    public void bind(MemoryRegion region, Endpoint endpoint) {
        if (traits.endpointRegistration()) {
            region.bind(endpoint, 0);
            region.control(Fi.ENABLE, null);
        }
    }

    /** Makes a buffer usable here; returns its descriptor. */
    public synchronized long local(long address, long bytes) {
        return traits.localRegistration()
                ? register(address, bytes, Fi.READ | Fi.WRITE | Fi.SEND | Fi.RECV)
                        .descriptor()
                : 0;
    }

    private MemoryRegion register(long address, long bytes, long access) {
        for (int i = 1; ; i++) {
            try {
                final MemoryRegion region = domain.register(address, bytes, access, key(), 0);
                regions.add(region);
                return region;
            } catch (FabricException e) {
                if (e.errno() != Fi.ENOKEY || i == TRIES) {
                    throw e;
                }
            }
        }
    }

    private long key() {
        final int bytes = traits.keyBytes();
        return random.nextLong() & (bytes >= Long.BYTES ? -1L : (1L << bytes * Byte.SIZE) - 1);
    }

    /** Whether transfers may use this memory as it is. */
    public boolean covers(long address, long bytes) {
        return !traits.localRegistration() || (address >= heapStart && address + bytes <= heapEnd);
    }

    /** The descriptor for memory that is covered. */
    public long heapDescriptor() {
        return heapDescriptor;
    }

    @Override
    public synchronized void close() {
        regions.forEach(MemoryRegion::close);
        regions.clear();
    }
}
