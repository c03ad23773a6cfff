package org.jshmem.internal;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Segments of mapped heaps for users, closed with their arena. */
final class Views {
    private Views() {}

    @SuppressWarnings("restricted") // the range is a mapped heap's, which outlives the arena
    static MemorySegment of(long address, long bytes, Arena arena) {
        return MemorySegment.ofAddress(address).reinterpret(bytes, arena, null);
    }
}
