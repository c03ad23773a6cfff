package org.jshmem.transport.ofi.domain;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.libfabric.Domain;
import org.jshmem.libfabric.Endpoint;
import org.jshmem.libfabric.FabricException;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.MemoryRegion;
import org.jshmem.transport.ofi.provider.ProviderTraits;

/**
 * Registers memory with the provider: the heaps, which other PEs access, and, if the provider requires it, local
 * buffers. Keys are random where the user may choose them, so that a stranger cannot guess them.
 */
public final class Registrations implements AutoCloseable {
    /** Attempts to register memory; a random key may be in use already. */
    private static final int TRIES = 8;

    private final Domain domain;
    private final ProviderTraits traits;
    private final SecureRandom random;
    private final List<MemoryRegion> regions = new ArrayList<>();
    private final LongAdder registeredBytes = new LongAdder();
    private long heapStart;
    private long heapEnd;
    private long heapDescriptor;

    /** Creates the registrations of a domain whose provider has these traits; {@code random} creates the keys. */
    public Registrations(Domain domain, ProviderTraits traits, SecureRandom random) {
        this.domain = domain;
        this.traits = traits;
        this.random = random;
    }

    /** How much memory is registered; never less than before. */
    public long bytes() {
        return registeredBytes.sum();
    }

    /** Registers the heap for access by other PEs and by local operations. */
    public MemoryRegion heap(SymmetricHeap heap) {
        final MemoryRegion region =
                register(heap.base(), heap.bytes(), Fi.REMOTE_READ | Fi.REMOTE_WRITE | Fi.READ | Fi.WRITE);
        heapStart = heap.base();
        heapEnd = heap.base() + heap.bytes();
        heapDescriptor = region.descriptor();
        return region;
    }

    /** Registers the shared heap for access by other PEs. */
    public synchronized MemoryRegion shared(long address, long bytes) {
        return register(address, bytes, Fi.REMOTE_READ | Fi.REMOTE_WRITE);
    }

    /** Registers a word that other PEs may read. */
    public MemoryRegion word(long address) {
        return register(address, Long.BYTES, Fi.REMOTE_READ);
    }

    /** Binds a region to the endpoint through which it is accessed, if the provider requires this. */
    public void bind(MemoryRegion region, Endpoint endpoint) {
        if (traits.endpointRegistration()) {
            region.bind(endpoint, 0);
            region.control(Fi.ENABLE, null);
        }
    }

    /** Registers a local buffer if the provider requires it; returns its descriptor, or 0. */
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
                registeredBytes.add(bytes);
                return region;
            } catch (FabricException e) {
                if (e.errno() != Fi.ENOKEY || i == TRIES) {
                    throw e;
                }
            }
        }
    }

    /** A random key of the provider's key size; a provider that chooses keys ignores it. */
    private long key() {
        final int bytes = traits.keyBytes();
        return random.nextLong() & (bytes >= Long.BYTES ? -1L : (1L << bytes * Byte.SIZE) - 1);
    }

    /** Whether transfers may use this memory directly: it is in the heap, or the provider requires no registration. */
    public boolean isUsable(long address, long bytes) {
        return !traits.localRegistration() || (address >= heapStart && address + bytes <= heapEnd);
    }

    /** The descriptor for transfers that use memory directly. */
    public long heapDescriptor() {
        return heapDescriptor;
    }

    @Override
    public synchronized void close() {
        regions.forEach(MemoryRegion::close);
        regions.clear();
    }
}
