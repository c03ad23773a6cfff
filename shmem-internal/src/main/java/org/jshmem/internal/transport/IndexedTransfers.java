package org.jshmem.internal.transport;

import java.lang.foreign.Arena;
import org.jshmem.IndexedBlocks;

/**
 * Transfers between blocks of local memory and blocks of a heap. A mapped heap is copied to and from directly. For one
 * that is not, a table of {@link PieceTable} goes to the transport: each is contiguous on both sides. Memory that is
 * not given by its address is copied through a buffer of the calling thread.
 */
public final class IndexedTransfers {
    private static final ThreadLocal<PieceTable> PIECES = ThreadLocal.withInitial(() -> new PieceTable(Arena.ofAuto()));

    private IndexedTransfers() {}

    /** Copies blocks of local memory to blocks of a mapped heap. */
    public static void copyTo(long base, IndexedBlocks dest, IndexedMemory source) {
        final int elementBytes = source.elementBytes();
        long done = 0;
        for (int block = 0; block < dest.count(); block++) {
            final long bytes = dest.length(block) * elementBytes;
            if (bytes > 0) {
                source.read(done, base + dest.index(block) * elementBytes, bytes);
                done += bytes;
            }
        }
    }

    /** Copies blocks of a mapped heap to blocks of local memory. */
    public static void copyFrom(IndexedMemory dest, long base, IndexedBlocks source) {
        final int elementBytes = dest.elementBytes();
        long done = 0;
        for (int block = 0; block < source.count(); block++) {
            final long bytes = source.length(block) * elementBytes;
            if (bytes > 0) {
                dest.write(done, base + source.index(block) * elementBytes, bytes);
                done += bytes;
            }
        }
    }

    /** Copies blocks of local memory to blocks of a heap that is not mapped. */
    public static void put(Transport to, int pe, long destOffset, IndexedBlocks dest, IndexedMemory source) {
        final int elementBytes = source.elementBytes();
        final long bytes = dest.nelems() * elementBytes;
        if (source.memory() == null) {
            final PieceTable pieces = PIECES.get();
            pieces.begin(source.start(), source.blocks(), destOffset, dest, elementBytes);
            while (pieces.next()) {
                to.putPieces(pe, pieces);
            }
            return;
        }
        final long scratch = BouncedTransfers.scratch();
        for (long done = 0; done < bytes; done += BouncedTransfers.SCRATCH_BYTES) {
            final long size = Math.min(BouncedTransfers.SCRATCH_BYTES, bytes - done);
            source.read(done, scratch, size);
            final PieceTable pieces = PIECES.get();
            pieces.begin(scratch, destOffset, dest, done, size, elementBytes);
            while (pieces.next()) {
                to.putPieces(pe, pieces);
            }
        }
    }

    /** Copies blocks of a heap that is not mapped to blocks of local memory. */
    public static void get(Transport from, int pe, IndexedMemory dest, long sourceOffset, IndexedBlocks source) {
        final int elementBytes = dest.elementBytes();
        final long bytes = source.nelems() * elementBytes;
        if (dest.memory() == null) {
            final PieceTable pieces = PIECES.get();
            pieces.begin(dest.start(), dest.blocks(), sourceOffset, source, elementBytes);
            while (pieces.next()) {
                from.getPieces(pe, pieces);
            }
            return;
        }
        final long scratch = BouncedTransfers.scratch();
        for (long done = 0; done < bytes; done += BouncedTransfers.SCRATCH_BYTES) {
            final long size = Math.min(BouncedTransfers.SCRATCH_BYTES, bytes - done);
            final PieceTable pieces = PIECES.get();
            pieces.begin(scratch, sourceOffset, source, done, size, elementBytes);
            while (pieces.next()) {
                from.getPieces(pe, pieces);
            }
            dest.write(done, scratch, size);
        }
    }
}
