package org.jshmem.tck.twin;

import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.TreeMap;
import org.jshmem.spi.Allocation;
import org.jshmem.spi.ShmemProvider;

/** The live symmetric blocks of the program, each with its twin; null stands for a twin that there is not. */
final class TwinBlocks {
    /** There is no twin. */
    static final long NONE = -1;

    private final ShmemProvider runtime;
    private final TreeMap<Long, Pair> pairs = new TreeMap<>();

    TwinBlocks(ShmemProvider runtime) {
        this.runtime = runtime;
    }

    /** A block and its twin. */
    record Pair(Allocation first, Allocation twin) {}

    /** Adds a block, or a twin to a block; a twin of null is none. */
    synchronized void add(Allocation first, Allocation twin) {
        pairs.remove(first.offset);
        requireApart(first);
        pairs.put(first.offset, new Pair(first, null));
        if (twin != null) {
            requireApart(twin);
            pairs.put(first.offset, new Pair(first, twin));
        }
    }

    private void requireApart(Allocation block) {
        for (Pair pair : pairs.values()) {
            requireApart(block, pair.first());
            if (pair.twin() != null) {
                requireApart(block, pair.twin());
            }
        }
    }

    private static void requireApart(Allocation block, Allocation other) {
        if (block.offset < other.offset + other.bytes && other.offset < block.offset + block.bytes) {
            throw new AssertionError(block + " overlaps the " + other);
        }
    }

    /** The twin of a block; null if there is none. */
    synchronized Allocation twinOf(Allocation first) {
        final Pair pair = pairs.get(first.offset);
        return pair == null ? null : pair.twin();
    }

    synchronized void remove(Allocation first) {
        pairs.remove(first.offset);
    }

    synchronized void clear() {
        pairs.clear();
    }

    /** The place in the twin for a place in a block; {@link #NONE} if there is none. */
    synchronized long twin(long offset) {
        final Map.Entry<Long, Pair> entry = pairs.floorEntry(offset);
        if (entry == null || entry.getValue().twin() == null) {
            return NONE;
        }
        final Pair pair = entry.getValue();
        final long into = offset - pair.first().offset;
        return into < pair.first().bytes ? pair.twin().offset + into : NONE;
    }

    /** This PE's own copy of symmetric memory. */
    MemorySegment own(long offset, long bytes) {
        return all().asSlice(runtime.addressOf(offset, runtime.myPe()), bytes);
    }

    /** All memory of this process. */
    MemorySegment all() {
        return runtime.memory();
    }
}
