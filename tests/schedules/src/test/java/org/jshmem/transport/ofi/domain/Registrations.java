package org.jshmem.transport.ofi.domain;

import org.jshmem.libfabric.Endpoint;
import org.jshmem.libfabric.MemoryRegion;

/** Stands in for the library's class of this name: the provider may use the memory of the heap, and no other. */
public final class Registrations {
    private final long start;
    private final long end;

    Registrations(long start, long end) {
        this.start = start;
        this.end = end;
    }

    public boolean isUsable(long address, long bytes) {
        return address >= start && address + bytes <= end;
    }

    public long local(long address, long bytes) {
        return 0;
    }

    public void bind(MemoryRegion region, Endpoint endpoint) {}
}
