package org.jshmem.internal.transport;

import java.lang.foreign.MemorySegment;
import org.jshmem.IndexedBlocks;

/**
 * Blocks of the program's memory, which is given as in {@link LocalMemory}.
 *
 * @param memory the object
 * @param start where the array starts, of which the blocks are
 * @param blocks where they are
 * @param elementBytes the size of an element
 */
public record IndexedMemory(Object memory, long start, IndexedBlocks blocks, int elementBytes) {
    /** Whether it is the same as one with other components. */
    public boolean is(Object otherMemory, long otherStart, IndexedBlocks otherBlocks, int otherElementBytes) {
        return memory == otherMemory
                && start == otherStart
                && blocks == otherBlocks
                && elementBytes == otherElementBytes;
    }

    /** The same memory by its address, for a segment. */
    public IndexedMemory atAddress() {
        return new IndexedMemory(null, start + ((MemorySegment) memory).address(), blocks, elementBytes);
    }

    /** Gathers bytes, from {@code done} bytes after the first block's start on. */
    void read(long done, long address, long bytes) {
        if (bytes == 0) {
            return; // there may be no block
        }
        long from = done;
        long to = address;
        final long end = address + bytes;
        for (int block = blocks.blockOf(done / elementBytes); to < end; block++) {
            final long skipped = from - blocks.start(block) * elementBytes;
            final long size = Math.min(blocks.length(block) * elementBytes - skipped, end - to);
            if (size > 0) { // an empty block may have any index
                LocalMemory.read(memory, start, blocks.index(block) * elementBytes + skipped, to, size);
            }
            from += size;
            to += size;
        }
    }

    /** Scatters bytes, from {@code done} bytes after the first block's start on. */
    void write(long done, long address, long bytes) {
        if (bytes == 0) {
            return;
        }
        long to = done;
        long from = address;
        final long end = address + bytes;
        for (int block = blocks.blockOf(done / elementBytes); from < end; block++) {
            final long skipped = to - blocks.start(block) * elementBytes;
            final long size = Math.min(blocks.length(block) * elementBytes - skipped, end - from);
            if (size > 0) {
                LocalMemory.write(memory, start, blocks.index(block) * elementBytes + skipped, from, size);
            }
            from += size;
            to += size;
        }
    }
}
