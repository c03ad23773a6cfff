package org.jshmem.threads;

import java.util.Map;
import java.util.TreeMap;

/**
 * Where the blocks of a symmetric heap are. All PEs call it with the same arguments in the same order, and so have
 * their blocks at the same offsets.
 */
final class FirstFit {
    private static final long SMALLEST_ALIGNMENT = 16;

    private final long capacity;
    private final TreeMap<Long, Long> endOfBlockAt = new TreeMap<>();

    FirstFit(long capacity) {
        this.capacity = capacity;
    }

    /**
     * Finds room.
     *
     * @return its offset, or −1 if there is none
     */
    long allocate(long bytes, long alignment) {
        final long mask = Math.max(alignment, SMALLEST_ALIGNMENT) - 1;
        long start = 0;
        for (Map.Entry<Long, Long> block : endOfBlockAt.entrySet()) {
            if (bytes <= block.getKey() - start) {
                break;
            }
            start = block.getValue() + mask & ~mask;
        }
        if (bytes > capacity - start) {
            return -1;
        }
        endOfBlockAt.put(start, start + bytes);
        return start;
    }

    void free(long offset) {
        endOfBlockAt.remove(offset);
    }

    /** Whether all of a range lies in one block. */
    boolean holds(long offset, long bytes) {
        final Map.Entry<Long, Long> block = endOfBlockAt.floorEntry(offset);
        return block != null && offset + bytes <= block.getValue();
    }
}
