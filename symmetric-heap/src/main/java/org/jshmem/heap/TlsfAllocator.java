package org.jshmem.heap;

/**
 * Divides extents of a heap into blocks, in constant time and deterministically: the same calls in the same order give
 * the same offsets on every PE, so that an allocation needs no communication.
 *
 * <p><b>Algorithm.</b> Two-level segregated fit [1]. Free blocks are in lists by size class: the power of two, and
 * within it sixteen equal steps; two levels of bitmaps find the first class whose every block is large enough. Only
 * when there is none are the blocks of the class below looked at one by one. If the block has to be aligned, and none
 * of those is, all larger ones are looked at before the allocator gives up. Neighbours that are both free are always
 * joined. All that the allocator knows is in Java objects, so nothing written to the heap can harm it.
 *
 * <p>Sizes and offsets are multiples of a cache line, so that two allocations never share one. Callers hold their own
 * lock.
 *
 * <p>[1] M. Masmano et al., TLSF: a new dynamic memory allocator for real-time systems, ECRTS 2004.
 */
public final class TlsfAllocator {
    /** The unit of sizes and offsets, in bytes. */
    public static final long GRANULE = 64;

    private static final int STEP_BITS = 4;
    private static final int STEPS = 1 << STEP_BITS;
    private static final int POWERS = Long.SIZE;

    private final Block[] freeLists = new Block[POWERS * STEPS];
    private final int[] steps = new int[POWERS];
    private long capacity;
    private long powers;
    private long usedBytes;

    /**
     * An allocator with one extent.
     *
     * @param capacity the heap's size in bytes; 0 for no extent yet
     */
    public TlsfAllocator(long capacity) {
        if (capacity >= GRANULE) {
            addExtent(0, capacity);
        }
    }

    /**
     * Adds an extent, which becomes one free block. Blocks of different extents are never joined.
     *
     * @param offset where it starts, bytes from the start of the heap
     * @param bytes its size, at least {@link #GRANULE}
     */
    public void addExtent(long offset, long bytes) {
        final long size = bytes & -GRANULE;
        capacity += size;
        link(new Block(offset, size));
    }

    /**
     * Takes an extent away.
     *
     * @param block a free block that is all of the extent
     */
    public void removeExtent(Block block) {
        unlink(block);
        capacity -= block.bytes;
    }

    /**
     * The size of all extents.
     *
     * @return bytes
     */
    public long capacity() {
        return capacity;
    }

    /**
     * What is allocated, rounding included.
     *
     * @return bytes
     */
    public long usedBytes() {
        return usedBytes;
    }

    /**
     * Allocates a block.
     *
     * @param bytes at least 1
     * @param alignment of its offset, a power of two
     * @return the block, or null if no stretch of the heap is long enough
     */
    public Block allocate(long bytes, long alignment) {
        if (bytes > capacity) {
            return null;
        }
        final long size = roundUp(bytes, GRANULE);
        final long slack = Math.max(alignment, GRANULE) - GRANULE;
        Block block = find(size, alignment);
        if (block == null && slack > 0) {
            block = find(size + slack, GRANULE);
        }
        if (block == null && slack > 0) {
            block = search(size, alignment);
        }
        if (block == null) {
            return null;
        }
        unlink(block);
        final long lead = roundUp(block.offset, Math.max(alignment, GRANULE)) - block.offset;
        if (lead > 0) {
            block = split(block, lead);
            link(block.previous);
        }
        trim(block, size);
        usedBytes += block.bytes;
        return block;
    }

    /**
     * Frees a block.
     *
     * @param block allocated before and not freed since
     * @return the free block that it is, or is a part of, now
     */
    public Block free(Block block) {
        usedBytes -= block.bytes;
        Block whole = block;
        if (whole.next != null && whole.next.free) {
            unlink(whole.next);
            join(whole);
        }
        if (whole.previous != null && whole.previous.free) {
            whole = whole.previous;
            unlink(whole);
            join(whole);
        }
        link(whole);
        return whole;
    }

    /**
     * Changes a block's size where it is.
     *
     * @param block an allocated block
     * @param bytes the new size, at least 1
     * @return whether there was room; if not, nothing has changed
     */
    public boolean resize(Block block, long bytes) {
        if (bytes > capacity) {
            return false;
        }
        final long size = roundUp(bytes, GRANULE);
        final Block next = block.next;
        final long room = block.bytes + (next != null && next.free ? next.bytes : 0);
        if (size > room) {
            return false;
        }
        usedBytes -= block.bytes;
        if (next != null && next.free) {
            unlink(next);
            join(block);
        }
        trim(block, size);
        usedBytes += block.bytes;
        return true;
    }

    /**
     * The first block whose class promises {@code size}, or the first of the class below if that one fits by luck; if
     * there is none, any of the class below that fits.
     */
    private Block find(long size, long alignment) {
        final int own = classOf(size);
        final Block first = freeLists[own];
        if (first != null && fits(first, size, alignment)) {
            return first;
        }
        final Block promised = firstFrom(own + 1);
        if (promised != null && fits(promised, size, alignment)) {
            return promised;
        }
        Block lucky = first;
        while (lucky != null && !fits(lucky, size, alignment)) {
            lucky = lucky.nextFree;
        }
        return lucky;
    }

    /** Any block that fits, of the classes of which {@link #find} looks at one block at most. */
    private Block search(long size, long alignment) {
        for (int sizeClass = classOf(size) + 1; sizeClass < freeLists.length; sizeClass++) {
            for (Block block = freeLists[sizeClass]; block != null; block = block.nextFree) {
                if (fits(block, size, alignment)) {
                    return block;
                }
            }
        }
        return null;
    }

    private static boolean fits(Block block, long size, long alignment) {
        return roundUp(block.offset, alignment) + size <= block.end();
    }

    private Block firstFrom(int sizeClass) {
        int power = sizeClass >>> STEP_BITS; // far below 63, as sizes have 63 bits, and granules 57
        int candidates = steps[power] & (-1 << (sizeClass & (STEPS - 1)));
        if (candidates == 0) {
            final long larger = powers & (-1L << (power + 1));
            if (larger == 0) {
                return null;
            }
            power = Long.numberOfTrailingZeros(larger);
            candidates = steps[power];
        }
        return freeLists[(power << STEP_BITS) + Integer.numberOfTrailingZeros(candidates)];
    }

    /** The class in which a block of this size is kept: the largest whose lower bound is not above it. */
    private static int classOf(long bytes) {
        final long granules = bytes / GRANULE;
        final int power = Long.SIZE - 1 - Long.numberOfLeadingZeros(granules);
        final long step = power < STEP_BITS
                ? (granules << (STEP_BITS - power)) & (STEPS - 1)
                : (granules >>> (power - STEP_BITS)) & (STEPS - 1);
        return (power << STEP_BITS) + (int) step;
    }

    private void trim(Block block, long size) {
        if (block.bytes > size) {
            link(split(block, size));
        }
    }

    /** Cuts a block after {@code bytes}; returns the second part. */
    private static Block split(Block block, long bytes) {
        final Block rest = new Block(block.offset + bytes, block.bytes - bytes);
        rest.previous = block;
        rest.next = block.next;
        if (rest.next != null) {
            rest.next.previous = rest;
        }
        block.next = rest;
        block.bytes = bytes;
        return rest;
    }

    /** Makes a block and its neighbour one. */
    private static void join(Block block) {
        final Block gone = block.next;
        block.bytes += gone.bytes;
        block.next = gone.next;
        if (block.next != null) {
            block.next.previous = block;
        }
    }

    private void link(Block block) {
        final int sizeClass = classOf(block.bytes);
        final Block head = freeLists[sizeClass];
        block.free = true;
        block.previousFree = null;
        block.nextFree = head;
        if (head != null) {
            head.previousFree = block;
        }
        freeLists[sizeClass] = block;
        steps[sizeClass >>> STEP_BITS] |= 1 << (sizeClass & (STEPS - 1));
        powers |= 1L << (sizeClass >>> STEP_BITS);
    }

    private void unlink(Block block) {
        final int sizeClass = classOf(block.bytes);
        if (block.previousFree == null) {
            freeLists[sizeClass] = block.nextFree;
        } else {
            block.previousFree.nextFree = block.nextFree;
        }
        if (block.nextFree != null) {
            block.nextFree.previousFree = block.previousFree;
        }
        block.free = false;
        block.previousFree = null;
        block.nextFree = null;
        if (freeLists[sizeClass] == null) {
            final int power = sizeClass >>> STEP_BITS;
            steps[power] &= ~(1 << (sizeClass & (STEPS - 1)));
            if (steps[power] == 0) {
                powers &= ~(1L << power);
            }
        }
    }

    private static long roundUp(long value, long powerOfTwo) {
        return (value + powerOfTwo - 1) & -powerOfTwo;
    }
}
