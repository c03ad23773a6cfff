package org.jshmem.internal.barrier;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jshmem.heap.Memory;

/**
 * Allocates control memory for teams, from a part of the node's memory that is reserved for that. Memory is claimed as
 * it is needed, in chunks.
 *
 * <p><b>Protocol.</b> Each PE of the node has an allocator of its own. A word that all share says up to where chunks
 * have been taken; a PE takes the next ones by a compare-and-swap, and keeps them. It frees only what it has allocated.
 * So no lock is shared between processes, and a PE that is killed blocks nobody. A PE keeps chunks for which there was
 * no memory, and tries them again before it takes others of that size.
 *
 * <p>Sizes are rounded up to powers of two, and free blocks are kept by size. A PE therefore never holds more than it
 * has once had in use of each size. Any thread may call.
 */
public final class TeamMemory {
    /** Claims memory of the node. */
    public interface Claim {
        /**
         * Claims a range.
         *
         * @param offset bytes from the start of the control memory
         * @param bytes how many
         * @return false if the machine has not enough
         */
        boolean claim(long offset, long bytes);
    }

    /** The smallest block: two lines. */
    private static final long LEAST_BYTES = 256;

    private static final long CHUNK_BYTES = 64 << 10;

    private final long control;
    private final long taken;
    private final long start;
    private final long bytes;
    private final Claim claim;

    /** Free blocks by size. */
    private final Map<Long, Queue<Long>> free = new HashMap<>();

    /** The offsets of chunks that this PE has taken, and for which there was no memory, by size. */
    private final Map<Long, Queue<Long>> unclaimed = new HashMap<>();

    /** The rest of the chunk that is being divided. */
    private long rest;

    private long restEnd;

    /**
     * The allocator of a PE.
     *
     * @param control the address of the node's control memory
     * @param taken the offset of the word that says how many bytes have been taken, 0 at first
     * @param start the offset of the part that is reserved
     * @param bytes its size
     * @param claim claims memory
     */
    public TeamMemory(long control, long taken, long start, long bytes, Claim claim) {
        this.control = control;
        this.taken = control + taken;
        this.start = start;
        this.bytes = bytes;
        this.claim = claim;
    }

    /** The address of the node's control memory. */
    long control() {
        return control;
    }

    /** Allocates a block of zeros; returns its address, or 0 if there is no memory. */
    public synchronized long allocate(long size) {
        final long block = blockBytes(size);
        final Queue<Long> known = free.get(block);
        final Long used = known == null ? null : known.poll();
        if (used != null) {
            Memory.clear(used, size);
            return used;
        }
        return block >= CHUNK_BYTES ? take(block) : divide(block);
    }

    /** Frees a block of this PE; {@code size} as it was asked for. */
    public synchronized void free(long address, long size) {
        free.computeIfAbsent(blockBytes(size), any -> new ArrayDeque<>()).add(address);
    }

    private static long blockBytes(long size) {
        return Math.max(LEAST_BYTES, Long.highestOneBit(size * 2 - 1));
    }

    private long divide(long block) {
        if (restEnd - rest < block) {
            final long chunk = take(CHUNK_BYTES);
            if (chunk == 0) {
                return 0;
            }
            rest = chunk;
            restEnd = chunk + CHUNK_BYTES;
        }
        final long address = rest;
        rest += block;
        return address;
    }

    /** Takes chunks that nobody has used; returns their address, or 0. */
    private long take(long size) {
        final Queue<Long> known = unclaimed.get(size);
        final Long before = known == null ? null : known.poll();
        final long offset = before == null ? reserve(size) : before;
        if (offset < 0) {
            return 0;
        }
        if (!claim.claim(start + offset, size)) { // some of it may be claimed
            unclaimed.computeIfAbsent(size, any -> new ArrayDeque<>()).add(offset);
            return 0;
        }
        return control + start + offset;
    }

    /** The offset of the next chunks; −1 if there are not so many. */
    private long reserve(long size) {
        long offset = Memory.get64Acquire(taken);
        while (size <= bytes - offset) {
            final long seen = Memory.compareAndExchange64Volatile(taken, offset, offset + size);
            if (seen == offset) {
                return offset;
            }
            offset = seen;
        }
        return -1;
    }
}
