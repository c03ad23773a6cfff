package org.jshmem.transport.ofi;

import org.jshmem.internal.transport.PieceTable;
import org.jshmem.transport.ofi.domain.Registrations;
import org.jshmem.transport.ofi.failure.FailureReporter;
import org.jshmem.transport.ofi.provider.ProviderTraits;

/**
 * Transfers pieces, blocks at any places on both sides, directly from and into memory that the provider can use.
 * Several pieces go in one write or read, as many as the provider takes.
 *
 * <p>An error ends the job while memory of the program is in use: see {@link OfiTransport}.
 */
final class PieceTransfers {
    /** Reads of several pieces under way at a time. */
    private static final int GETS_OF_PIECES = 16;

    private final OfiNetwork network;
    private final Channel channel;
    private final ChannelWaits waits;
    private final DirectTransfers direct;
    private final Registrations registrations;
    private final FailureReporter failures;

    /** Largest single write or read, in bytes. */
    private final long mostBytes;

    /** Most pieces of a single write or read. */
    private final int mostPieces;

    private final int injectBytes;

    PieceTransfers(
            OfiNetwork network,
            Channel channel,
            ChannelWaits waits,
            DirectTransfers direct,
            Registrations registrations,
            ProviderTraits traits) {
        this.network = network;
        this.channel = channel;
        this.waits = waits;
        this.direct = direct;
        this.registrations = registrations;
        this.failures = network.failures();
        this.mostBytes = traits.mostBytes();
        this.mostPieces = traits.mostPieces();
        this.injectBytes = traits.injectBytes();
    }

    /** Whether the provider can use the memory of all pieces; others cannot be transferred here. */
    boolean areUsable(PieceTable pieces) {
        for (int i = 0; i < pieces.count(); i++) {
            if (!registrations.isUsable(pieces.address(i), pieces.bytes(i))) {
                return false;
            }
        }
        return true;
    }

    /** Writes usable pieces, and waits until their memory is free. */
    void put(int pe, PieceTable pieces) {
        try {
            final CompletionCounter counter = network.counters().take();
            int count;
            for (int first = 0; first < pieces.count(); first += count) {
                count = atOnce(pieces, first);
                write(pe, pieces, first, count, counter);
            }
            waits.await(counter, pe, "put");
        } catch (Throwable t) {
            failures.brokenBy = t;
            throw t;
        }
    }

    private void write(int pe, PieceTable pieces, int first, int count, CompletionCounter counter) {
        final long bytes = bytes(pieces, first, count);
        if (bytes > mostBytes) { // a single piece
            direct.write(pe, pieces.offset(first), pieces.address(first), bytes, counter);
            return;
        }
        final CompletionCounter waiting = bytes <= injectBytes ? null : counter; // injected: free on return
        long turn = 0;
        while (!channel.writePieces(pe, pieces, first, count, bytes, waiting)) {
            turn = network.pause(turn, channel, pe, "put");
        }
    }

    /** Reads usable pieces, and waits for the data. */
    void get(int pe, PieceTable pieces) {
        try {
            final CompletionCounter counter = network.counters().take();
            int count;
            for (int first = 0; first < pieces.count(); first += count) {
                count = atOnce(pieces, first);
                waits.awaitFewer(GETS_OF_PIECES, counter, pe, "get");
                read(pe, pieces, first, count, counter);
            }
            waits.await(counter, pe, "get");
        } catch (Throwable t) {
            failures.brokenBy = t;
            throw t;
        }
    }

    private void read(int pe, PieceTable pieces, int first, int count, CompletionCounter counter) {
        if (bytes(pieces, first, count) > mostBytes) { // a single piece
            direct.read(pe, pieces.address(first), pieces.offset(first), pieces.bytes(first), counter);
            return;
        }
        long turn = 0;
        while (!channel.readPieces(pe, pieces, first, count, counter)) {
            turn = network.pause(turn, channel, pe, "get");
        }
    }

    /** How many pieces one operation takes, at least 1. */
    private int atOnce(PieceTable pieces, int first) {
        int count = 1;
        long bytes = pieces.bytes(first);
        while (count < mostPieces
                && first + count < pieces.count()
                && bytes + pieces.bytes(first + count) <= mostBytes) {
            bytes += pieces.bytes(first + count);
            count++;
        }
        return count;
    }

    private static long bytes(PieceTable pieces, int first, int count) {
        long bytes = 0;
        for (int i = first; i < first + count; i++) {
            bytes += pieces.bytes(i);
        }
        return bytes;
    }
}
