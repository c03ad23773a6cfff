package org.jshmem.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.spi.Allocation;

/**
 * Holds the allocations that were not freed yet, ordered by heap offset. Any thread may call; the lock is never held
 * while waiting for other PEs.
 */
final class LiveAllocations {
    private final TreeMap<Long, Allocation> byOffset = new TreeMap<>();

    /** The stack at each allocation; empty unless {@link #debug} is set. */
    private final Map<Allocation, Throwable> origins = new HashMap<>();

    private final boolean debug;

    /**
     * Starts empty.
     *
     * @param debug whether to record the stack at each allocation
     */
    LiveAllocations(boolean debug) {
        this.debug = debug;
    }

    synchronized void add(Allocation allocation) {
        byOffset.put(allocation.offset, allocation);
        if (debug) {
            origins.put(allocation, new Throwable());
        }
    }

    synchronized void remove(Allocation allocation) {
        allocation.live = false;
        byOffset.remove(allocation.offset);
        if (debug) {
            origins.remove(allocation);
        }
    }

    /** The allocation that contains a whole range of heap offsets, or null. */
    synchronized Allocation holding(long offset, long bytes) {
        final Map.Entry<Long, Allocation> below = byOffset.floorEntry(offset);
        if (below == null || bytes < 0) {
            return null;
        }
        final Allocation allocation = below.getValue();
        return offset - allocation.offset <= allocation.bytes - bytes ? allocation : null;
    }

    /** The allocation with the highest offset, or null. */
    synchronized Allocation last() {
        final Map.Entry<Long, Allocation> last = byOffset.lastEntry();
        return last == null ? null : last.getValue();
    }

    synchronized int size() {
        return byOffset.size();
    }

    /** Marks all allocations as freed, and forgets them. */
    synchronized void end() {
        byOffset.values().forEach(allocation -> allocation.live = false);
        byOffset.clear();
        origins.clear();
    }

    /** A line for each allocation, with the place in the program that made it; needs {@link #debug}. */
    synchronized String origins() {
        final StringBuilder text = new StringBuilder();
        for (Allocation allocation : byOffset.values()) {
            text.append("  ").append(allocation).append(Origin.of(origins.get(allocation)));
            text.append(System.lineSeparator());
        }
        return text.toString();
    }
}
