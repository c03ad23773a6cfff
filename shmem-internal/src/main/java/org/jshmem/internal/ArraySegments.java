package org.jshmem.internal;

import java.lang.foreign.MemorySegment;
import java.lang.ref.WeakReference;

/**
 * The segments of the Java arrays that were copied last.
 *
 * <p>The C library's {@code memcpy} takes a Java array by a segment only. Whether the compiler removes a segment that
 * is made for a call depends on what it has compiled before, so segments are kept: an array that is used again, from
 * the same index, allocates nothing. They are kept weakly, and so do not keep the arrays. Threads may race: an entry is
 * written whole and found by the array it belongs to, so that a thread misses at worst.
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
