package org.jshmem.internal.transport;

import java.lang.foreign.Arena;
import org.jshmem.IndexedBlocks;
import org.jshmem.heap.Memory;

/**
 * A table of pieces that are contiguous here and in a heap. A transfer between blocks is divided into pieces where a
 * block of either side ends; the table holds the next {@link #MOST} of them.
 */
public final class PieceTable {
    /** The most pieces in the table: as many as a system call takes. */
    public static final int MOST = 1024;

    private static final long LOCAL = 0;
    private static final long REMOTE = 8;
    private static final long BYTES = 16;
    private static final long ENTRY_BYTES = 24;

    private final long table;
    private final Arena arena;

    private int count;

    private long localStart;

    /** Null if the local side is contiguous. */
    private IndexedBlocks local;

    private int localBlock;
    private long remoteStart;
    private IndexedBlocks remote;
    private int remoteBlock;
    private int elementBytes;

    /** Bytes of the transfer: where this part of it begins, which are done, and where it ends. */
    private long begin;

    private long done;
    private long end;

    PieceTable(Arena arena) {
        this.arena = arena; // keeps the table alive
        this.table = this.arena.allocate(MOST * ENTRY_BYTES, Long.BYTES).address();
    }

    /** Begins a transfer between blocks of memory that is given by its address and blocks of a heap. */
    void begin(long address, IndexedBlocks localBlocks, long offset, IndexedBlocks remoteBlocks, int bytesOfElement) {
        start(address, offset, remoteBlocks, 0, remoteBlocks.nelems() * bytesOfElement, bytesOfElement);
        local = localBlocks;
        localBlock = 0;
    }

    /** Begins a part of a transfer between contiguous memory and blocks of a heap. */
    void begin(long address, long offset, IndexedBlocks remoteBlocks, long from, long bytes, int bytesOfElement) {
        start(address, offset, remoteBlocks, from, bytes, bytesOfElement);
        local = null;
    }

    private void start(long address, long offset, IndexedBlocks remoteBlocks, long from, long bytes, int unit) {
        localStart = address;
        remoteStart = offset;
        remote = remoteBlocks;
        elementBytes = unit;
        remoteBlock = bytes == 0 ? 0 : remoteBlocks.blockOf(from / unit);
        begin = from;
        done = from;
        end = from + bytes;
    }

    /** Fills the table with the next pieces; false if all are done. */
    boolean next() {
        count = 0;
        while (count < MOST && done < end) {
            add();
        }
        if (count == 0) {
            local = null;
            remote = null;
        }
        return count > 0;
    }

    private void add() {
        while (endOf(remote, remoteBlock) <= done) {
            remoteBlock++;
        }
        long address = localStart + done - begin;
        long size = Math.min(end, endOf(remote, remoteBlock)) - done;
        if (local != null) {
            while (endOf(local, localBlock) <= done) {
                localBlock++;
            }
            address = localStart + place(local, localBlock);
            size = Math.min(size, endOf(local, localBlock) - done);
        }
        final long entry = table + count * ENTRY_BYTES;
        Memory.put64(entry + LOCAL, address);
        Memory.put64(entry + REMOTE, remoteStart + place(remote, remoteBlock));
        Memory.put64(entry + BYTES, size);
        count++;
        done += size;
    }

    private long endOf(IndexedBlocks blocks, int block) {
        return blocks.start(block + 1) * elementBytes;
    }

    private long place(IndexedBlocks blocks, int block) {
        return (blocks.index(block) - blocks.start(block)) * elementBytes + done;
    }

    /** The pieces in the table. */
    public int count() {
        return count;
    }

    /** The address of a piece in this process. */
    public long address(int piece) {
        return Memory.get64(table + piece * ENTRY_BYTES + LOCAL);
    }

    /** Where it is in the heap, in bytes from its start. */
    public long offset(int piece) {
        return Memory.get64(table + piece * ENTRY_BYTES + REMOTE);
    }

    /** Its size, at least 1. */
    public long bytes(int piece) {
        return Memory.get64(table + piece * ENTRY_BYTES + BYTES);
    }
}
