package org.jshmem.transport.shr;

import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.PieceTable;
import org.jshmem.internal.transport.Transport;

/**
 * The transport to heaps of this node that are not mapped: the kernel copies, and the owners execute atomics and store
 * what the kernel might copy byte by byte.
 */
final class CmaTransport extends Transport {
    private final CrossMemoryAttach cma;
    private final HeapViews views;
    private final Mailboxes mailboxes;

    CmaTransport(CrossMemoryAttach cma, HeapViews views, Mailboxes mailboxes) {
        this.cma = cma;
        this.views = views;
        this.mailboxes = mailboxes;
    }

    @Override
    public void put(int pe, long destOffset, long sourceAddress, long bytes) {
        cma.put(pe, destOffset, sourceAddress, bytes);
    }

    @Override
    public void get(int pe, long destAddress, long sourceOffset, long bytes) {
        cma.get(pe, destAddress, sourceOffset, bytes);
    }

    @Override
    public void putBlocks(
            int pe,
            long destOffset,
            long destStride,
            long sourceAddress,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        final long done = views.putBlocks(pe, destOffset, destStride, sourceAddress, sourceStride, blockBytes, nblocks);
        if (done < nblocks) {
            cma.putBlocks(
                    pe,
                    destOffset + done * destStride,
                    destStride,
                    sourceAddress + done * sourceStride,
                    sourceStride,
                    blockBytes,
                    nblocks - done);
        }
    }

    @Override
    public void getBlocks(
            int pe,
            long destAddress,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        final long done = views.getBlocks(pe, destAddress, destStride, sourceOffset, sourceStride, blockBytes, nblocks);
        if (done < nblocks) {
            cma.getBlocks(
                    pe,
                    destAddress + done * destStride,
                    destStride,
                    sourceOffset + done * sourceStride,
                    sourceStride,
                    blockBytes,
                    nblocks - done);
        }
    }

    @Override
    public void putPieces(int pe, PieceTable pieces) {
        if (!views.copyPieces(true, pe, pieces)) {
            cma.move(true, pe, pieces);
        }
    }

    @Override
    public void getPieces(int pe, PieceTable pieces) {
        if (!views.copyPieces(false, pe, pieces)) {
            cma.move(false, pe, pieces);
        }
    }

    @Override
    public long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        return mailboxes.execute(pe, operation, bytes, offset, operand, expected);
    }

    /** Does nothing: calls complete in order, because kernel and owners are done before a call returns. */
    @Override
    public void fence() {}

    @Override
    public void quiet() {}
}
