package org.jshmem.internal;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;

/**
 * Caches segments of the Java arrays that were copied last.
 *
 * <p>C's {@code memcpy} takes a Java array only as a segment. Whether C2 removes the allocation of a segment that is
 * made for one call depends on what it has compiled before. With this cache, a copy of an array from the same index as
 * last time allocates nothing. Segments are held weakly, so the cache keeps no array alive. Threads may race: an entry
 * is published whole and is compared with the array, so the worst result is a miss.
 */
final class ArraySegments {
    private static final int ENTRIES = 16;

    private final Entry[] entries = new Entry[ENTRIES];

    /** The segment of an array from an index on, or null. */
    MemorySegment find(Object array, int start) {
        final Entry entry = entries[place(array, start)];
        return entry != null && entry.start == start && entry.array.refersTo(array) ? entry.segment.get() : null;
    }

    /** Keeps a segment of an array from an index on, and returns it. */
    MemorySegment keep(Object array, int start, MemorySegment segment) {
        entries[place(array, start)] = new Entry(new WeakReference<>(array), start, new WeakReference<>(segment));
        return segment;
    }

    private static int place(Object array, int start) {
        return (System.identityHashCode(array) + start) & (ENTRIES - 1);
    }

    private record Entry(WeakReference<Object> array, int start, WeakReference<MemorySegment> segment) {}
}
