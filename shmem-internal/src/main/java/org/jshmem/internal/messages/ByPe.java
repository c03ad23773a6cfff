package org.jshmem.internal.messages;

import java.util.function.Consumer;

/** A value for each PE of a team, in memory only for those PEs, and some beside them, that have had one. */
final class ByPe<T> {
    private static final int SHIFT = 6;
    private static final int CHUNK = 1 << SHIFT;

    /** Null where no PE of the chunk has had a value. */
    private final Object[][] chunks;

    ByPe(int pes) {
        chunks = new Object[(pes - 1 >>> SHIFT) + 1][];
    }

    /** The value of a PE; null for none. */
    @SuppressWarnings("unchecked") // only put adds values
    T get(int pe) {
        final Object[] chunk = chunks[pe >>> SHIFT];
        return chunk == null ? null : (T) chunk[pe & CHUNK - 1];
    }

    void put(int pe, T value) {
        Object[] chunk = chunks[pe >>> SHIFT];
        if (chunk == null) {
            chunk = new Object[CHUNK];
            chunks[pe >>> SHIFT] = chunk;
        }
        chunk[pe & CHUNK - 1] = value;
    }

    /** Does something with each value. */
    @SuppressWarnings("unchecked") // only put adds values
    void forEach(Consumer<T> action) {
        for (Object[] chunk : chunks) {
            for (int i = 0; chunk != null && i < CHUNK; i++) {
                if (chunk[i] != null) {
                    action.accept((T) chunk[i]);
                }
            }
        }
    }
}
