package org.jshmem.internal.messages;

import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.LocalMemory;

/**
 * A message that goes through pieces of shared memory, which the sender fills and the receiver drains at the same time:
 * the way of large Java arrays, whose memory other PEs cannot reach. Piece {@code i} of the message is in place
 * {@code i} modulo {@link #PLACES}; each side publishes by a counter how many pieces it has copied.
 */
final class Pipe {
    private static final int PIECE_BYTES = 16 << 10;
    private static final int PLACES = 8;

    /** The shared memory of a pipe. */
    static final long BYTES = (long) PLACES * PIECE_BYTES;

    private Pipe() {}

    /** Fills places that are free; returns the bytes that were copied so far. */
    static long fill(long record, long places, Object memory, long start, long done, long bytes) {
        long filled = done;
        final long drained = Memory.get64Acquire(record + MessageArea.DRAINED);
        long piece = Math.ceilDiv(filled, PIECE_BYTES);
        while (filled < bytes && piece - drained < PLACES) {
            final long size = Math.min(PIECE_BYTES, bytes - filled);
            LocalMemory.read(memory, start, filled, places + piece % PLACES * PIECE_BYTES, size);
            filled += size;
            piece++;
            Memory.put64Release(record + MessageArea.FILLED, piece);
        }
        return filled;
    }

    /** Drains places that are filled; returns the bytes that were copied so far. */
    static long drain(long record, long places, Object memory, long start, long done, long bytes) {
        long drained = done;
        final long filled = Memory.get64Acquire(record + MessageArea.FILLED);
        long piece = Math.ceilDiv(drained, PIECE_BYTES);
        while (piece < filled) {
            final long size = Math.min(PIECE_BYTES, bytes - drained);
            LocalMemory.write(memory, start, drained, places + piece % PLACES * PIECE_BYTES, size);
            drained += size;
            piece++;
            Memory.put64Release(record + MessageArea.DRAINED, piece);
        }
        return drained;
    }

    /** Pretends that one side has copied all pieces, so that the other does not wait; returns all bytes. */
    static long giveUp(long record, long counter, long bytes) {
        Memory.put64Release(record + counter, Math.ceilDiv(bytes, PIECE_BYTES));
        return bytes;
    }
}
