package org.jshmem.internal;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;

/**
 * Caches the segments of the Java arrays that were copied last.
 *
 * <p>The C library's {@code memcpy} takes a Java array only as a segment. C2 does not always eliminate a segment made
 * for one call, so segments are cached: a further copy of the same array from the same index allocates nothing.
 * References are weak, so the cache keeps no array alive. Any thread may call without a lock: an entry is immutable and
 * is matched by array and index, so a race causes a miss at worst.
 */
final class ArraySegments {
    private static final int ENTRIES = 16;

    private final Entry[] entries = new Entry[ENTRIES];

    /** The cached segment of an array from an index on, or null. */
    MemorySegment find(Object array, int start) {
        final Entry entry = entries[place(array, start)];
        return entry != null && entry.start == start && entry.array.refersTo(array) ? entry.segment.get() : null;
    }

    /** Caches a segment of an array from an index on, and returns it. */
    MemorySegment keep(Object array, int start, MemorySegment segment) {
        entries[place(array, start)] = new Entry(new WeakReference<>(array), start, new WeakReference<>(segment));
        return segment;
    }

    private static int place(Object array, int start) {
        return (System.identityHashCode(array) + start) & (ENTRIES - 1);
    }

    private record Entry(WeakReference<Object> array, int start, WeakReference<MemorySegment> segment) {}
}
