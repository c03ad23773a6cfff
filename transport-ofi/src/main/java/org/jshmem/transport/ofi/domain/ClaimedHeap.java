package org.jshmem.transport.ofi.domain;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.HeapException;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.libfabric.FabricException;
import org.jshmem.libfabric.MemoryRegion;

/**
 * Registers this PE's heap with a provider that pins what is registered: region by region, as it is claimed. An
 * allocation either gets all of its regions or none.
 *
 * <p><b>Threads.</b> One thread at a time claims. Any thread may ask for keys, and, once the allocation has ended, for
 * descriptors.
 */
public final class ClaimedHeap implements ClaimObserver {
    private final SymmetricHeap heap;
    private final Regions regions;
    private final Registrations registrations;
    private final Consumer<MemoryRegion> expose;

    /**
     * By region; null for what is not registered. Written under this object's monitor, which a thread may hold for
     * seconds while it registers much memory. Read without it, because handlers of messages ask for keys and must not
     * wait. No PE asks for the key of a region before the barrier after which this PE has exposed it.
     */
    private final AtomicReferenceArray<MemoryRegion> registered;

    private final long[] descriptors;

    /**
     * Observes a heap of which nothing is claimed.
     *
     * @param heap this PE's heap
     * @param regions in which it is registered; it is claimed by whole ones from now on
     * @param registrations of the domain
     * @param expose lets other PEs access a region, or closes it and throws
     */
    public ClaimedHeap(
            SymmetricHeap heap, Regions regions, Registrations registrations, Consumer<MemoryRegion> expose) {
        this.heap = heap;
        this.regions = regions;
        this.registrations = registrations;
        this.expose = expose;
        this.registered = new AtomicReferenceArray<>(regions.index(heap.bytes() - 1) + 1);
        this.descriptors = new long[registered.length()];
        heap.observe(this, regions::end);
    }

    @Override
    public synchronized void claimed(long offset, long bytes) {
        try {
            for (long at = offset; at < offset + bytes; at += regions.left(at)) {
                register(at, Math.min(regions.left(at), offset + bytes - at));
            }
        } catch (FabricException e) {
            releases(offset, bytes);
            throw new HeapException("cannot register " + bytes + " bytes more of its heap with the network: "
                    + e.getMessage() + "; the network pins what is registered: " + LockedMemory.remedy());
        }
    }

    private void register(long offset, long bytes) {
        final int index = regions.index(offset);
        final MemoryRegion region = registrations.heap(heap.base() + offset, bytes, index);
        expose.accept(region);
        descriptors[index] = region.descriptor();
        registered.set(index, region);
    }

    /** Takes them from the provider; no other PE has been told of these. */
    @Override
    public synchronized boolean releases(long offset, long bytes) {
        for (int index = regions.index(offset); index <= regions.index(offset + bytes - 1); index++) {
            final MemoryRegion region = registered.getAndSet(index, null);
            if (region != null) {
                registrations.close(region);
            }
        }
        return true;
    }

    /** The key of the region that has the byte at an offset; throws if that is not registered. */
    public long key(long offset) {
        final int index = regions.index(offset);
        final MemoryRegion region = index >= registered.length() ? null : registered.get(index);
        if (region == null) {
            throw new IllegalStateException("offset=" + offset + " of the heap is not claimed");
        }
        return region.key();
    }

    /** The descriptor for transfers from or to the region that has the byte at an offset. */
    public long descriptor(long offset) {
        return descriptors[regions.index(offset)];
    }
}
