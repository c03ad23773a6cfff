package org.jshmem.transport.ofi;

import java.lang.foreign.ValueLayout;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.PieceTable;
import org.jshmem.internal.transport.Transport;

/**
 * Moves the data of a context where heaps are registered in regions ({@link HeapRegions}): makes sure that the keys are
 * here, and divides at the borders of regions what {@link OfiTransport} does by one operation of the provider. That
 * class divides direct transfers itself, so that their parts are under way together.
 *
 * <p>An element never lies across a border, since elements are aligned. Atomic operations and scattered puts are
 * messages, and know no regions.
 */
final class RegionTransport extends Transport {
    private final OfiTransport transport;
    private final HeapRegions regions;

    RegionTransport(OfiTransport transport, HeapRegions regions) {
        this.transport = transport;
        this.regions = regions;
    }

    @Override
    public void put(int pe, long destOffset, long sourceAddress, long bytes) {
        regions.require(pe, destOffset, bytes, transport);
        if (transport.putsDirectly(sourceAddress, bytes)) {
            transport.put(pe, destOffset, sourceAddress, bytes);
            return;
        }
        long piece;
        for (long done = 0; done < bytes; done += piece) {
            piece = regions.piece(destOffset + done, sourceAddress + done, bytes - done);
            transport.put(pe, destOffset + done, sourceAddress + done, piece);
        }
    }

    @Override
    public void putNbi(int pe, long destOffset, long sourceAddress, long bytes) {
        if (transport.putsDirectly(sourceAddress, bytes)) {
            regions.require(pe, destOffset, bytes, transport);
            transport.putNbi(pe, destOffset, sourceAddress, bytes);
        } else {
            put(pe, destOffset, sourceAddress, bytes);
        }
    }

    @Override
    public void putArray(int pe, long destOffset, Object source, int start, int nelems, ValueLayout element) {
        final long width = element.byteSize();
        regions.require(pe, destOffset, nelems * width, transport);
        int piece;
        for (int done = 0; done < nelems; done += piece) {
            piece = elements(destOffset + done * width, width, nelems - done);
            transport.putArray(pe, destOffset + done * width, source, start + done, piece, element);
        }
    }

    @Override
    public void get(int pe, long destAddress, long sourceOffset, long bytes) {
        regions.require(pe, sourceOffset, bytes, transport);
        if (transport.getsDirectly(destAddress, bytes)) {
            transport.get(pe, destAddress, sourceOffset, bytes);
            return;
        }
        long piece;
        for (long done = 0; done < bytes; done += piece) {
            piece = regions.piece(sourceOffset + done, destAddress + done, bytes - done);
            transport.get(pe, destAddress + done, sourceOffset + done, piece);
        }
    }

    @Override
    public void getNbi(int pe, long destAddress, long sourceOffset, long bytes) {
        if (transport.getsDirectly(destAddress, bytes)) {
            regions.require(pe, sourceOffset, bytes, transport);
            transport.getNbi(pe, destAddress, sourceOffset, bytes);
        } else {
            get(pe, destAddress, sourceOffset, bytes);
        }
    }

    @Override
    public void getArray(int pe, Object dest, int start, long sourceOffset, int nelems, ValueLayout element) {
        final long width = element.byteSize();
        regions.require(pe, sourceOffset, nelems * width, transport);
        int piece;
        for (int done = 0; done < nelems; done += piece) {
            piece = elements(sourceOffset + done * width, width, nelems - done);
            transport.getArray(pe, dest, start + done, sourceOffset + done * width, piece, element);
        }
    }

    /** How many of some elements are in the region where the first one begins. */
    private int elements(long offset, long width, int nelems) {
        return (int) Math.min(nelems, regions.leftThere(offset) / width);
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
        if (transport.scatters(destStride, blockBytes, nblocks)) {
            transport.putBlocks(pe, destOffset, destStride, sourceAddress, sourceStride, blockBytes, nblocks);
            return;
        }
        require(pe, destOffset, destStride, blockBytes, nblocks);
        long count;
        for (long i = 0; i < nblocks; i += count) {
            final long there = destOffset + i * destStride;
            final long here = sourceAddress + i * sourceStride;
            count = blocks(there, destStride, here, sourceStride, blockBytes, nblocks - i);
            if (count > 0) {
                transport.putBlocks(pe, there, destStride, here, sourceStride, blockBytes, count);
            } else {
                count = 1;
                put(pe, there, here, blockBytes);
            }
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
        require(pe, sourceOffset, sourceStride, blockBytes, nblocks);
        long count;
        for (long i = 0; i < nblocks; i += count) {
            final long there = sourceOffset + i * sourceStride;
            final long here = destAddress + i * destStride;
            count = blocks(there, sourceStride, here, destStride, blockBytes, nblocks - i);
            if (count > 0) {
                transport.getBlocks(pe, here, destStride, there, sourceStride, blockBytes, count);
            } else {
                count = 1;
                get(pe, here, there, blockBytes);
            }
        }
    }

    /** Makes sure that the keys of some blocks are here; asks for none of a region that has no block. */
    private void require(int pe, long offset, long stride, long blockBytes, long nblocks) {
        long count;
        for (long i = 0; i < nblocks; i += count) {
            final long there = offset + i * stride;
            regions.require(pe, there, blockBytes, transport);
            count = Math.max(1, fitting(regions.leftThere(there), stride, blockBytes, nblocks - i));
        }
    }

    /**
     * How many of some blocks are in the region where the first one begins, on both sides; 0 if that crosses a border.
     */
    private long blocks(long offset, long remoteStride, long address, long localStride, long blockBytes, long nblocks) {
        return Math.min(
                fitting(regions.leftThere(offset), remoteStride, blockBytes, nblocks),
                fitting(regions.leftHere(address), localStride, blockBytes, nblocks));
    }

    private static long fitting(long bytes, long stride, long blockBytes, long nblocks) {
        if (bytes < blockBytes) {
            return 0;
        }
        return stride == 0 ? nblocks : Math.min(nblocks, (bytes - blockBytes) / stride + 1);
    }

    @Override
    public void putPieces(int pe, PieceTable pieces) {
        if (areWhole(pe, pieces)) {
            transport.putPieces(pe, pieces);
        } else {
            super.putPieces(pe, pieces);
        }
    }

    @Override
    public void getPieces(int pe, PieceTable pieces) {
        if (areWhole(pe, pieces)) {
            transport.getPieces(pe, pieces);
        } else {
            super.getPieces(pe, pieces);
        }
    }

    /** Whether no piece crosses a border; makes sure that the keys of all are here. */
    private boolean areWhole(int pe, PieceTable pieces) {
        boolean areWhole = true;
        for (int i = 0; i < pieces.count(); i++) {
            final long bytes = pieces.bytes(i);
            regions.require(pe, pieces.offset(i), bytes, transport);
            areWhole &= regions.piece(pieces.offset(i), pieces.address(i), bytes) == bytes;
        }
        return areWhole;
    }

    @Override
    public long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        return transport.atomic(pe, operation, bytes, offset, operand, expected);
    }

    @Override
    public void update(int pe, Atomic operation, int bytes, long offset, long operand) {
        transport.update(pe, operation, bytes, offset, operand);
    }

    @Override
    public void signal(int pe, Atomic operation, long offset, long signal) {
        transport.signal(pe, operation, offset, signal);
    }

    @Override
    public Transport startSession() {
        return transport.startSession(this);
    }

    @Override
    public void fence() {
        transport.fence();
    }

    @Override
    public void completeLocally() {
        transport.completeLocally();
    }

    @Override
    public void quiet() {
        transport.quiet();
    }

    @Override
    public void close() {
        transport.close();
    }
}
