package org.jshmem.transport.ofi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.heap.Memory;
import org.jshmem.heap.Strided;
import org.jshmem.transport.ofi.failure.FailureReporter;

/**
 * Gets through staging buffers: into memory that the provider cannot use, into Java arrays, and of blocks that lie
 * close together at the source. The data is here on return.
 *
 * <p>An error ends the job while a read is under way: see {@link OfiTransport}.
 */
final class StagedGets {
    /** Up to this source stride, blocks of a strided get are read together with the gaps between them. */
    static final long CLOSE_BYTES = 1024;

    /** Most pieces of a get under way at a time. */
    private static final int MOST_GETS = 4;

    private final OfiNetwork network;
    private final Channel channel;
    private final ChannelWaits waits;
    private final FailureReporter failures;

    StagedGets(OfiNetwork network, Channel channel, ChannelWaits waits) {
        this.network = network;
        this.channel = channel;
        this.waits = waits;
        this.failures = network.failures();
    }

    /** Gets into an array, where {@code start} is in bytes, or to the address {@code start} if the array is null. */
    void get(int pe, Object array, long start, long sourceOffset, long bytes, ValueLayout element) {
        final int buffer = waits.takeStaging(pe, "get"); // if there are no buffers, nothing is under way
        final InternalError fault;
        try {
            fault = getPieces(pe, buffer, array, start, sourceOffset, bytes, element);
        } catch (Throwable t) {
            failures.brokenBy = t;
            throw t;
        }
        if (fault != null) {
            throw fault;
        }
    }

    /**
     * Reads piece by piece into staging buffers; one piece is copied out while the next ones are read.
     *
     * @param firstBuffer the buffer for the first piece
     * @return the error of a copy, as for a mapped file that was truncated, else null; nothing is under way then
     */
    private InternalError getPieces(
            int pe, int firstBuffer, Object array, long start, long sourceOffset, long bytes, ValueLayout element) {
        final long most = channel.stagingBytes();
        InternalError fault = null;
        CompletionCounter first = readPiece(pe, firstBuffer, sourceOffset, Math.min(most, bytes));
        CompletionCounter last = first;
        long asked = most;
        long done = 0;
        while (done < (fault == null ? bytes : asked)) {
            while (fault == null && asked < bytes && asked - done < MOST_GETS * most) {
                final int buffer = first == null ? waits.takeStaging(pe, "get") : channel.takeStaging();
                if (buffer < 0) {
                    break;
                }
                final CompletionCounter counter =
                        readPiece(pe, buffer, sourceOffset + asked, Math.min(most, bytes - asked));
                if (first == null) {
                    first = counter;
                } else {
                    last.following = counter;
                }
                last = counter;
                asked += most;
            }
            final CompletionCounter piece = first;
            final int buffer = piece.buffer;
            first = piece.following;
            waits.await(piece, pe, "get");
            if (fault == null) {
                try {
                    copyOut(channel.stagingAddress(buffer), array, start + done, Math.min(most, bytes - done), element);
                } catch (InternalError e) {
                    fault = e;
                }
            }
            channel.staging.give(buffer);
            done += most;
        }
        return fault;
    }

    private CompletionCounter readPiece(int pe, int buffer, long sourceOffset, long bytes) {
        final CompletionCounter counter = network.counters().take();
        counter.buffer = buffer;
        counter.following = null;
        read(pe, channel.stagingAddress(buffer), sourceOffset, bytes, counter);
        return counter;
    }

    private static void copyOut(long from, Object array, long start, long bytes, ValueLayout element) {
        if (array == null) {
            Memory.copy(from, start, bytes);
        } else {
            final long width = element.byteSize();
            MemorySegment.copy(Memory.ALL, element, from, array, (int) (start / width), (int) (bytes / width));
        }
    }

    /** Whether {@link #getClose} takes these blocks: several that lie close together at the source. */
    boolean areClose(long sourceStride, long nblocks) {
        return nblocks > 1 && sourceStride <= CLOSE_BYTES;
    }

    /** Reads blocks that lie close together at the source with the gaps between them, and copies the blocks out. */
    void getClose(
            int pe,
            long destAddress,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        final long atOnce = channel.stagingBytes() / sourceStride;
        final int buffer = waits.takeStaging(pe, "get");
        final long from = channel.stagingAddress(buffer);
        boolean isReading = false;
        try {
            for (long i = 0; i < nblocks; i += atOnce) {
                final long count = Math.min(atOnce, nblocks - i);
                final long bytes = (count - 1) * sourceStride + blockBytes;
                isReading = true;
                final CompletionCounter counter = network.counters().take();
                read(pe, from, sourceOffset + i * sourceStride, bytes, counter);
                waits.await(counter, pe, "get");
                isReading = false;
                Strided.copy(from, sourceStride, destAddress + i * destStride, destStride, blockBytes, count);
            }
            channel.staging.give(buffer);
        } catch (Throwable t) {
            if (isReading) {
                failures.brokenBy = t;
            }
            channel.staging.taken[buffer] = false;
            throw t;
        }
    }

    /** Begins to read into a staging buffer. */
    private void read(int pe, long buffer, long sourceOffset, long bytes, CompletionCounter counter) {
        final long descriptor = channel.stagingDescriptor();
        long turn = 0;
        while (!channel.read(pe, sourceOffset, buffer, bytes, descriptor, counter)) {
            turn = network.pause(turn, channel, pe, "get");
        }
    }
}
