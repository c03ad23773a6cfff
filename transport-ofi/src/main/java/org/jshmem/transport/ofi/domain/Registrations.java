package org.jshmem.transport.ofi.domain;

import java.security.SecureRandom;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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
 *
 * <p><b>Threads.</b> Any thread may call. The provider may take seconds to register and pin much memory. No lock is
 * held meanwhile, since the handler of a message, which must not wait, may have to register a unit of the shared heap.
 * A region is in {@link #regions} from the end of its registration until it is closed. {@link #close()} comes when
 * nothing is registered any more.
 */
public final class Registrations implements AutoCloseable {
    /** Attempts to register memory; a random key may be in use already. */
    private static final int TRIES = 8;

    private final Domain domain;
    private final ProviderTraits traits;
    private final SecureRandom random;

    /** What is registered, with its size. */
    private final Map<MemoryRegion, Long> regions = new ConcurrentHashMap<>();

    private final LongAdder registeredBytes = new LongAdder();
    private long heapStart;
    private long heapEnd;

    /** Keys of the regions of a heap, which follow one another; no other memory gets them. */
    private long firstHeapKey;

    private int heapKeys;

    /** Creates the registrations of a domain whose provider has these traits; {@code random} creates the keys. */
    public Registrations(Domain domain, ProviderTraits traits, SecureRandom random) {
        this.domain = domain;
        this.traits = traits;
        this.random = random;
    }

    /** How much memory is registered. */
    public long bytes() {
        return registeredBytes.sum();
    }

    /** Says where the heap is, and in how many regions it is registered. To be called before any registration. */
    public void heapIs(SymmetricHeap heap, int regions) {
        heapStart = heap.base();
        heapEnd = heap.base() + heap.bytes();
        firstHeapKey = key();
        heapKeys = regions;
    }

    /** The key of a region of a heap, from that of its first one, where the user chooses keys. */
    public long keyOf(long firstKey, int region) {
        return firstKey + region & keyMask();
    }

    /** The key of the first region of this PE's heap, where the user chooses keys. */
    public long firstHeapKey() {
        return firstHeapKey;
    }

    /** Registers a region of the heap for access by other PEs and by local operations. */
    public MemoryRegion heap(long address, long bytes, int region) {
        return register(
                address, bytes, Fi.REMOTE_READ | Fi.REMOTE_WRITE | Fi.READ | Fi.WRITE, keyOf(firstHeapKey, region));
    }

    /** Registers a part of the shared heap for access by other PEs. */
    public MemoryRegion shared(long address, long bytes) {
        return register(address, bytes, Fi.REMOTE_READ | Fi.REMOTE_WRITE);
    }

    /** Registers a word that other PEs may read. */
    public MemoryRegion word(long address) {
        return register(address, Long.BYTES, Fi.REMOTE_READ);
    }

    /**
     * Binds a region to the endpoint through which it is accessed, if the provider requires this. Closes the region if
     * that fails.
     */
    public void bind(MemoryRegion region, Endpoint endpoint) {
        if (!traits.endpointRegistration()) {
            return;
        }
        try {
            region.bind(endpoint, 0);
            region.control(Fi.ENABLE, null);
        } catch (FabricException e) {
            close(region);
            throw e;
        }
    }

    /** Registers a local buffer if the provider requires it; returns its descriptor, or 0. */
    public long local(long address, long bytes) {
        return traits.localRegistration()
                ? register(address, bytes, Fi.READ | Fi.WRITE | Fi.SEND | Fi.RECV)
                        .descriptor()
                : 0;
    }

    private MemoryRegion register(long address, long bytes, long access) {
        for (int i = 1; ; i++) {
            try {
                return register(address, bytes, access, key());
            } catch (FabricException e) {
                if (e.errno() != Fi.ENOKEY || i == TRIES) {
                    throw e;
                }
            }
        }
    }

    private MemoryRegion register(long address, long bytes, long access, long key) {
        final MemoryRegion region = domain.register(address, bytes, access, key, 0);
        regions.put(region, bytes);
        registeredBytes.add(bytes);
        return region;
    }

    /** Takes memory from the provider, before it goes. */
    public void close(MemoryRegion region) {
        registeredBytes.add(-regions.remove(region));
        region.close();
    }

    /** A random key of the provider's key size; a provider that chooses keys ignores it. */
    private long key() {
        long key = random.nextLong() & keyMask();
        while (Long.compareUnsigned(key - firstHeapKey & keyMask(), heapKeys) < 0) {
            key = random.nextLong() & keyMask();
        }
        return key;
    }

    private long keyMask() {
        final int bytes = traits.keyBytes();
        return bytes >= Long.BYTES ? -1L : (1L << bytes * Byte.SIZE) - 1;
    }

    /** Whether transfers may use this memory directly: it is in the heap, or the provider requires no registration. */
    public boolean isUsable(long address, long bytes) {
        return !traits.localRegistration() || (address >= heapStart && address + bytes <= heapEnd);
    }

    /** Closes what is bound to endpoints: before an endpoint, since the provider may refuse to close that first. */
    public void closeBound() {
        if (traits.endpointRegistration()) {
            close();
        }
    }

    @Override
    public void close() {
        regions.keySet().forEach(MemoryRegion::close);
        regions.clear();
    }
}
