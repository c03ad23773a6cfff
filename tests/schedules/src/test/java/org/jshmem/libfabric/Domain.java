package org.jshmem.libfabric;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Stands in for the library's class of this name: memory gets the key that is asked for, unless it is in use. */
public final class Domain extends Fid {
    private final List<MemoryRegion> regions = new ArrayList<>();
    private int most = Integer.MAX_VALUE;
    private Runnable meanwhile;
    private boolean makesUnbindable;

    public MemoryRegion register(long address, long bytes, long access, long requestedKey, long flags) {
        final Runnable action = meanwhile;
        meanwhile = null;
        if (action != null) {
            action.run();
        }
        if (open().size() >= most) {
            throw new FabricException("there is no memory to pin", null);
        }
        if (open().stream().anyMatch(region -> region.key() == requestedKey)) {
            throw new FabricException("fi_mr_reg", Fi.ENOKEY, "Required key not available");
        }
        final MemoryRegion region = new MemoryRegion(address, bytes, access, requestedKey);
        region.refusesToBind = makesUnbindable;
        regions.add(region);
        return region;
    }

    /** Fails if memory is not all in what a descriptor stands for, which is registered memory or a region of a heap. */
    void requireDescriptor(long descriptor, long address, long bytes) {
        for (MemoryRegion region : regions) {
            if (region.descriptor() == descriptor) {
                if (region.isClosed()
                        || address < region.address()
                        || address + bytes > region.address() + region.bytes()) {
                    throw new AssertionError(bytes + " bytes are not those that are registered");
                }
                return;
            }
        }
        SimulatedFabric.requireKey(descriptor, address, bytes);
    }

    /** Registers no more than so many from now on. */
    public void limitTo(int count) {
        most = count;
    }

    /** Whether what is registered from now on can be bound to nothing. */
    public void refuseToBind(boolean refuses) {
        makesUnbindable = refuses;
    }

    /** Something happens while the next memory is registered. */
    public void during(Runnable action) {
        meanwhile = action;
    }

    /** What is registered, by address. */
    public List<MemoryRegion> open() {
        return regions.stream()
                .filter(region -> !region.isClosed())
                .sorted(Comparator.comparingLong(MemoryRegion::address))
                .toList();
    }
}
