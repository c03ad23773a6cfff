package org.jshmem.transport.ofi;

import org.jshmem.transport.ofi.failure.FailureReporter;

/**
 * Writes from memory, and reads into memory, that the provider can use, without a copy. A transfer takes several
 * operations if it is larger than the provider's largest one, or crosses a border of registered regions.
 *
 * <p>A large get is read in pieces, so that one arrives while the next is requested.
 *
 * <p>An error ends the job while memory of the program is in use: see {@link OfiTransport}.
 */
final class DirectTransfers {
    /** Bytes of a piece of a large get. TCP carries two of these faster than one of twice the size. */
    static final long GET_BYTES = 512 << 10;

    /** Pieces of a large get under way at a time. */
    private static final int GETS = 2;

    private final OfiNetwork network;
    private final Channel channel;
    private final ChannelWaits waits;
    private final HeapAccess access;
    private final FailureReporter failures;

    /** Largest single write or read, in bytes. */
    private final long mostBytes;

    DirectTransfers(OfiNetwork network, Channel channel, ChannelWaits waits, long mostBytes) {
        this.network = network;
        this.channel = channel;
        this.waits = waits;
        this.access = network.access();
        this.failures = network.failures();
        this.mostBytes = mostBytes;
    }

    /** Writes blocks from their place in the source, and waits for delivery. */
    void putBlocks(
            int pe,
            long destOffset,
            long destStride,
            long sourceAddress,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        try {
            final CompletionCounter counter = network.counters().take();
            for (long i = 0; i < nblocks; i++) {
                write(pe, destOffset + i * destStride, sourceAddress + i * sourceStride, blockBytes, counter);
            }
            waits.await(counter, pe, "put");
        } catch (Throwable t) {
            failures.brokenBy = t;
            throw t;
        }
    }

    /** Begins to write. The counter counts the operations; it is null if only quiet waits for them. */
    void write(int pe, long destOffset, long sourceAddress, long bytes, CompletionCounter counter) {
        long piece;
        for (long done = 0; done < bytes; done += piece) {
            final long from = sourceAddress + done;
            final long descriptor = access.descriptor(from);
            piece = access.piece(destOffset + done, from, Math.min(mostBytes, bytes - done));
            long turn = 0;
            while (!channel.write(pe, destOffset + done, from, piece, descriptor, counter)) {
                turn = network.pause(turn, channel, pe, "put");
            }
        }
    }

    /** Reads, and waits for the data. */
    void get(int pe, long destAddress, long sourceOffset, long bytes) {
        try {
            final CompletionCounter counter = network.counters().take();
            for (long done = 0; done < bytes; done += GET_BYTES) {
                waits.awaitFewer(GETS, counter, pe, "get");
                read(pe, destAddress + done, sourceOffset + done, Math.min(GET_BYTES, bytes - done), counter);
            }
            waits.await(counter, pe, "get");
        } catch (Throwable t) {
            failures.brokenBy = t;
            throw t;
        }
    }

    /** Reads blocks to their place in the destination, and waits for the data. */
    void getBlocks(
            int pe,
            long destAddress,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        try {
            final CompletionCounter counter = network.counters().take();
            for (long i = 0; i < nblocks; i++) {
                read(pe, destAddress + i * destStride, sourceOffset + i * sourceStride, blockBytes, counter);
            }
            waits.await(counter, pe, "get");
        } catch (Throwable t) {
            failures.brokenBy = t;
            throw t;
        }
    }

    /** Begins to read. The counter counts the operations; it is null if only quiet waits for them. */
    void read(int pe, long destAddress, long sourceOffset, long bytes, CompletionCounter counter) {
        long piece;
        for (long done = 0; done < bytes; done += piece) {
            final long to = destAddress + done;
            piece = access.piece(sourceOffset + done, to, Math.min(mostBytes, bytes - done));
            final long descriptor = access.descriptor(to);
            long turn = 0;
            while (!channel.read(pe, sourceOffset + done, to, piece, descriptor, counter)) {
                turn = network.pause(turn, channel, pe, "get");
            }
        }
    }
}
