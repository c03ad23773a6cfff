package org.jshmem.internal;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.spi.Allocation;

/**
 * The allocations that were not freed yet, by place. Any thread may ask; the lock is held for a look-up only, never
 * while waiting for other PEs.
 */
final class LiveAllocations {
    private final TreeMap<Long, Allocation> byOffset = new TreeMap<>();
    private final Map<Allocation, Throwable> origins = new HashMap<>();
    private final boolean debug;

    /**
     * None yet.
     *
     * @param debug whether to remember where each was made
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

    /** The one that holds all of a range of heap offsets, or null. */
    synchronized Allocation holding(long offset, long bytes) {
        final Map.Entry<Long, Allocation> below = byOffset.floorEntry(offset);
        if (below == null || bytes < 0) {
            return null;
        }
        final Allocation allocation = below.getValue();
        return offset - allocation.offset <= allocation.bytes - bytes ? allocation : null;
    }

    /** The one with the highest offset, or null. */
    synchronized Allocation last() {
        final Map.Entry<Long, Allocation> last = byOffset.lastEntry();
        return last == null ? null : last.getValue();
    }

    synchronized int size() {
        return byOffset.size();
    }

    /** Ends all. */
    synchronized void end() {
        byOffset.values().forEach(allocation -> allocation.live = false);
        byOffset.clear();
        origins.clear();
    }

    /** A line for each, with where it was made. */
    synchronized String origins() {
        final StringBuilder text = new StringBuilder();
        for (Allocation allocation : byOffset.values()) {
            text.append("  ").append(allocation).append(Origin.of(origins.get(allocation)));
            text.append(System.lineSeparator());
        }
        return text.toString();
    }
}
