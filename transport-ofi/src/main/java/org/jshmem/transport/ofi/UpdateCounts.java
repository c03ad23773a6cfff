package org.jshmem.transport.ofi;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The updates and scattered puts that a context has sent to each PE, and how many of them the PE has acknowledged, in
 * memory only for those PEs, and some beside them, to which it has sent any.
 *
 * <p>Threads: what is sent is counted under the lock of the context's channel, what is acknowledged under that of the
 * main channel; any thread reads.
 */
final class UpdateCounts {
    private static final int SHIFT = 6;
    private static final int CHUNK = 1 << SHIFT;

    /** For the PEs of a chunk the updates sent, then for each those that are acknowledged. */
    private final AtomicReferenceArray<AtomicLongArray> chunks;

    UpdateCounts(int pes) {
        chunks = new AtomicReferenceArray<>((pes - 1 >>> SHIFT) + 1);
    }

    /** Counts updates that are to be sent to a PE; negative if they were not. */
    void countSent(int pe, int difference) {
        AtomicLongArray chunk = chunks.getPlain(pe >>> SHIFT);
        if (chunk == null) {
            chunk = new AtomicLongArray(2 * CHUNK);
            chunks.setRelease(pe >>> SHIFT, chunk);
        }
        add(chunk, pe & CHUNK - 1, difference);
    }

    /** Counts updates that a PE has acknowledged. */
    void countAcknowledged(int pe, long count) {
        final AtomicLongArray chunk = chunks.getAcquire(pe >>> SHIFT);
        if (chunk != null) { // null for a stray acknowledgement
            add(chunk, CHUNK + (pe & CHUNK - 1), count);
        }
    }

    /** Adds to a counter that only this thread changes now. */
    private static void add(AtomicLongArray chunk, int index, long difference) {
        chunk.setRelease(index, chunk.getPlain(index) + difference);
    }

    /** The number of PEs, rounded up. */
    int pes() {
        return chunks.length() << SHIFT;
    }

    /** The first PE from this one on to which updates may have been sent; {@link #pes} if there is none. */
    int next(int pe) {
        int next = pe;
        while (next < pes() && chunks.getAcquire(next >>> SHIFT) == null) {
            next = (next >>> SHIFT) + 1 << SHIFT;
        }
        return next;
    }

    /** The updates sent to a PE that {@link #next} has returned. */
    long sent(int pe) {
        return chunks.getAcquire(pe >>> SHIFT).getAcquire(pe & CHUNK - 1);
    }

    /** The updates that a PE that {@link #next} has returned has acknowledged. */
    long acknowledged(int pe) {
        return chunks.getAcquire(pe >>> SHIFT).getAcquire(CHUNK + (pe & CHUNK - 1));
    }
}
