package org.jshmem.internal.messages;

import org.jshmem.heap.Memory;

/**
 * Copies a large message by sender and receiver at the same time: each takes the next block by an atomic increment, so
 * that either may do all of it alone. The receiver opens the copying and waits until all blocks are copied.
 */
final class BlockCopy {
    /** The least size of a message that is copied so. */
    static final long LEAST_BYTES = 64 << 10;

    private static final long BLOCK_BYTES = 32 << 10;

    private BlockCopy() {}

    /** Receiver: copies all of a message; {@code destOffset} is what the sender understands of {@code to}. */
    static void all(long record, long from, long to, long destOffset, long bytes) {
        Memory.put64(record + MessageArea.DEST, destOffset);
        Memory.put64(record + MessageArea.NEXT, 0);
        Memory.put64(record + MessageArea.COPIED, 0);
        Memory.put64Release(record + MessageArea.STATE, MessageArea.OPEN);
        some(record, from, to, bytes);
        final long blocks = Math.ceilDiv(bytes, BLOCK_BYTES);
        for (int spins = 0; Memory.get64Acquire(record + MessageArea.COPIED) < blocks; spins++) {
            Moment.pass(spins);
        }
    }

    /** Copies blocks until none is left to take. */
    static void some(long record, long from, long to, long bytes) {
        long offset = Memory.getAndAdd64Volatile(record + MessageArea.NEXT, 1) * BLOCK_BYTES;
        while (offset < bytes) {
            Memory.copy(from + offset, to + offset, Math.min(BLOCK_BYTES, bytes - offset));
            Memory.getAndAdd64Volatile(record + MessageArea.COPIED, 1);
            offset = Memory.getAndAdd64Volatile(record + MessageArea.NEXT, 1) * BLOCK_BYTES;
        }
    }
}
