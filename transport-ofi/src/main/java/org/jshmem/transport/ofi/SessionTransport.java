package org.jshmem.transport.ofi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.BouncedTransfers;
import org.jshmem.internal.transport.PieceTable;
import org.jshmem.internal.transport.Transport;

/**
 * Moves the data of a context in a session: collects small puts, updates, signals and small non-blocking fetches
 * ({@link Batches}), and leaves all else to the context's transport. Before that, it sends the batch for the PE, so
 * that operations on one PE leave in the order of the program.
 */
final class SessionTransport extends Transport {
    /** The transport without the session. */
    private final Transport transport;

    private final Batches batches;

    /** Whether the provider delivers messages after earlier writes, see {@link OfiTransport}. */
    private final boolean signalsFollow;

    SessionTransport(Transport transport, Batches batches, boolean signalsFollow) {
        this.transport = transport;
        this.batches = batches;
        this.signalsFollow = signalsFollow;
    }

    @Override
    public void put(int pe, long destOffset, long sourceAddress, long bytes) {
        if (bytes <= Batches.MOST_BYTES) {
            batches.put(pe, destOffset, sourceAddress, (int) bytes);
        } else {
            batches.send(pe);
            transport.put(pe, destOffset, sourceAddress, bytes);
        }
    }

    @Override
    public void putNbi(int pe, long destOffset, long sourceAddress, long bytes) {
        if (bytes <= Batches.MOST_BYTES) {
            batches.put(pe, destOffset, sourceAddress, (int) bytes);
        } else {
            batches.send(pe);
            transport.putNbi(pe, destOffset, sourceAddress, bytes);
        }
    }

    @Override
    public void putArray(int pe, long destOffset, Object source, int start, int nelems, ValueLayout element) {
        final long bytes = nelems * element.byteSize();
        if (bytes <= Batches.MOST_BYTES) {
            final long scratch = BouncedTransfers.scratch();
            MemorySegment.copy(source, start, Memory.ALL, element, scratch, nelems);
            batches.put(pe, destOffset, scratch, (int) bytes);
        } else {
            batches.send(pe);
            transport.putArray(pe, destOffset, source, start, nelems, element);
        }
    }

    @Override
    public void get(int pe, long destAddress, long sourceOffset, long bytes) {
        batches.send(pe);
        transport.get(pe, destAddress, sourceOffset, bytes);
    }

    @Override
    public void getNbi(int pe, long destAddress, long sourceOffset, long bytes) {
        if (bytes <= Batches.MOST_BYTES) {
            batches.get(pe, destAddress, sourceOffset, (int) bytes);
        } else {
            batches.send(pe);
            transport.getNbi(pe, destAddress, sourceOffset, bytes);
        }
    }

    @Override
    public void getArray(int pe, Object dest, int start, long sourceOffset, int nelems, ValueLayout element) {
        batches.send(pe);
        transport.getArray(pe, dest, start, sourceOffset, nelems, element);
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
        if (nblocks <= Batches.MOST_BYTES / blockBytes) {
            for (long i = 0; i < nblocks; i++) {
                batches.put(pe, destOffset + i * destStride, sourceAddress + i * sourceStride, (int) blockBytes);
            }
        } else {
            batches.send(pe);
            transport.putBlocks(pe, destOffset, destStride, sourceAddress, sourceStride, blockBytes, nblocks);
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
        batches.send(pe);
        transport.getBlocks(pe, destAddress, destStride, sourceOffset, sourceStride, blockBytes, nblocks);
    }

    @Override
    public void putPieces(int pe, PieceTable pieces) {
        batches.send(pe);
        transport.putPieces(pe, pieces);
    }

    @Override
    public void getPieces(int pe, PieceTable pieces) {
        batches.send(pe);
        transport.getPieces(pe, pieces);
    }

    @Override
    public long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        batches.send(pe);
        return transport.atomic(pe, operation, bytes, offset, operand, expected);
    }

    @Override
    public void fetchNbi(
            int pe, Atomic operation, int bytes, long offset, long operand, long expected, long destAddress) {
        batches.fetch(pe, operation, bytes, offset, operand, expected, destAddress);
    }

    @Override
    public void update(int pe, Atomic operation, int bytes, long offset, long operand) {
        batches.update(pe, operation, bytes, offset, operand);
    }

    @Override
    public void signal(int pe, Atomic operation, long offset, long signal) {
        if (!signalsFollow) {
            transport.fence();
        }
        batches.update(pe, operation, Long.BYTES, offset, signal);
    }

    /** Sends the batches first, as {@link #quiet()} does. */
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
    public Transport startSession() {
        return this;
    }

    @Override
    public Transport stopSession() {
        batches.sendAll(); // what another thread collects at this moment is sent as before
        return transport;
    }

    @Override
    public void close() {
        stopSession().close();
    }
}
