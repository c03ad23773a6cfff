package org.jshmem.stress;

import java.lang.foreign.Arena;
import java.util.concurrent.atomic.AtomicLong;
import org.jshmem.heap.Memory;

/**
 * Raw memory for the states of tests, which come by the ten thousands and are forgotten soon: a ring that is large
 * enough to come round only when nobody uses the first states any more.
 */
public final class Cells {
    private static final long RING_BYTES = 256L << 20;
    private static final long ALIGNMENT = 128;
    private static final long START =
            Arena.global().allocate(RING_BYTES, ALIGNMENT).address();
    private static final AtomicLong NEXT = new AtomicLong();

    private Cells() {}

    /**
     * Memory of zeros for one state.
     *
     * @param bytes how much: a power of two, from 128 on
     * @return its address, a multiple of 128
     */
    public static long take(long bytes) {
        final long cell = START + NEXT.getAndAdd(bytes) % RING_BYTES;
        Memory.clear(cell, bytes);
        return cell;
    }
}
