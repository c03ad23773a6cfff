package org.jshmem.transport.ofi.domain;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jshmem.heap.ClaimObserver;
import org.jshmem.heap.SymmetricHeap;
import org.jshmem.libfabric.MemoryRegion;

/**
 * Registers what this PE has claimed of its node's shared heap with a provider that pins what is registered: each unit
 * when a PE of another node first asks for its key. As that PE keeps the key, the unit is then never given back. A unit
 * that this PE does not have is refused, so that nothing is pinned which another PE of the node may give back.
 *
 * <p>Any thread may call; the monitor of this object keeps a unit from being registered while it is given back.
 */
public final class ClaimedSharedHeap implements ClaimObserver {
    private final long base;
    private final Regions units = Regions.units();
    private final Registrations registrations;
    private final Consumer<MemoryRegion> expose;
    private final BitSet claimed = new BitSet();
    private final Map<Integer, MemoryRegion> registered = new HashMap<>();

    /** Of the shared heap at an address; {@code expose} lets other PEs access a region, or closes it and throws. */
    public ClaimedSharedHeap(long base, Registrations registrations, Consumer<MemoryRegion> expose) {
        this.base = base;
        this.registrations = registrations;
        this.expose = expose;
    }

    @Override
    public synchronized void claimed(long offset, long bytes) {
        claimed.set(units.index(offset), units.index(offset + bytes));
    }

    @Override
    public synchronized boolean releases(long offset, long bytes) {
        for (int unit = units.index(offset); unit < units.index(offset + bytes); unit++) {
            if (registered.containsKey(unit)) {
                return false;
            }
        }
        claimed.clear(units.index(offset), units.index(offset + bytes));
        return true;
    }

    /** The key of the unit that has the byte at an offset; throws if this PE does not have that unit. */
    public synchronized long key(long offset) {
        final int unit = units.index(offset);
        if (!claimed.get(unit)) {
            throw new IllegalStateException("offset=" + offset + " of the shared heap is not this PE's");
        }
        MemoryRegion region = registered.get(unit);
        if (region == null) {
            region = registrations.shared(base + unit * SymmetricHeap.UNIT, SymmetricHeap.UNIT);
            expose.accept(region);
            registered.put(unit, region);
        }
        return region.key();
    }
}
