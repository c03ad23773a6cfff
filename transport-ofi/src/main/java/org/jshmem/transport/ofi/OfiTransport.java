package org.jshmem.transport.ofi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicLong;
import org.jshmem.heap.Memory;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.BouncedTransfers;
import org.jshmem.internal.transport.PieceTable;
import org.jshmem.internal.transport.Transport;
import org.jshmem.transport.ofi.domain.Registrations;
import org.jshmem.transport.ofi.failure.FailureReporter;
import org.jshmem.transport.ofi.provider.ProviderTraits;

/**
 * Moves the data of a context over its channel: chooses the path of each transfer, and orders and completes transfers.
 *
 * <p><b>Puts</b> depend on the size:
 *
 * <table>
 *   <caption>The put ladder</caption>
 *   <tr><th>bytes</th><th>path</th><th>on return</th></tr>
 *   <tr><td>up to the provider's inject size</td><td>injected write</td><td>source free, delivery under way</td></tr>
 *   <tr><td>up to {@code SHMEM_BOUNCE_SIZE}</td><td>write from a bounce buffer</td>
 *       <td>source free, delivery under way</td></tr>
 *   <tr><td>more, memory usable by the provider</td><td>writes from the source, each of at most the provider's largest
 *       message ({@link DirectTransfers})</td><td>delivered</td></tr>
 *   <tr><td>more, other memory and Java arrays</td><td>writes from staging buffers, several under way at a time
 *       ({@link StagedPuts})</td><td>source free, delivery under way</td></tr>
 * </table>
 *
 * <p>A strided put of blocks that are adjacent at the target gathers them in staging buffers ({@link StagedPuts}).
 * Small blocks that lie apart at the target are sent in messages ({@link ScatteredPuts}).
 *
 * <p><b>Gets</b> read directly into memory that the provider can use ({@link DirectTransfers}), and through staging
 * buffers into other memory ({@link StagedGets}).
 *
 * <p><b>Pieces</b>, of blocks at any places on both sides, go several at a time in one write or read
 * ({@link PieceTransfers}).
 *
 * <p><b>Atomic operations</b> and updates are messages ({@link AtomicMessages}).
 *
 * <p><b>quiet</b> waits until all writes and reads issued before are complete (for a write: delivered and visible), and
 * until all updates are acknowledged by the PEs that execute them ({@link PendingUpdates}).
 *
 * <p><b>fence</b> only waits for acknowledgements of updates where the provider delivers writes in order
 * ({@code FI_ORDER_WAW}, of any size) and messages after writes ({@code FI_ORDER_SAW}). It has to wait for these
 * because a later write could overtake a message that is not yet handled. With other providers a fence is a quiet.
 *
 * <p><b>signal</b> sends an update. With {@code FI_ORDER_SAW} the message follows the writes; without it, the signal
 * calls fence first, which is a quiet then.
 *
 * <p><b>Sessions.</b> In a session, a {@link SessionTransport} takes the place of this one, and collects small
 * operations in {@link Batches}. Fence and quiet send them.
 *
 * <p><b>Errors.</b> An error, such as a {@link StackOverflowError}, ends the job ({@link FailureReporter#brokenBy}) if
 * it strikes while a transfer from or to program memory is under way or a reply is awaited: code that catches it may
 * reuse that memory. An error that strikes earlier only gives back buffers.
 */
final class OfiTransport extends Transport {
    private final OfiNetwork network;
    private final Channel channel;
    private final Requests requests;
    private final Registrations registrations;
    private final DirectTransfers direct;
    private final StagedPuts stagedPuts;
    private final StagedGets stagedGets;
    private final ScatteredPuts scatteredPuts;
    private final PieceTransfers pieceTransfers;
    private final AtomicMessages atomics;
    private final PendingUpdates pending;

    /** Index of this transport in its network. */
    private final int id;

    /** What sessions collect; null before the first session. */
    private volatile Batches batches;

    /** The highest number of a transfer that reads the program's memory after the call that issued it. */
    private final AtomicLong readsSource = new AtomicLong();

    /** Largest put that is injected or goes through a bounce buffer. */
    private final int copyBytes;

    /**
     * Whether the provider orders writes among themselves and messages after writes, so that a fence need not be a
     * quiet.
     */
    private final boolean isOrdered;

    /** Whether the provider delivers messages after earlier writes. */
    private final boolean signalsFollow;

    /** @param id index of this transport in its network */
    OfiTransport(
            OfiNetwork network,
            Channel channel,
            ProviderTraits traits,
            Registrations registrations,
            int id,
            int bounceBytes) {
        final ChannelWaits waits = new ChannelWaits(network, channel);
        this.network = network;
        this.channel = channel;
        this.id = id;
        this.requests = channel.requests();
        this.registrations = registrations;
        this.direct = new DirectTransfers(network, channel, waits, traits.mostBytes());
        this.stagedPuts = new StagedPuts(network, channel, waits);
        this.stagedGets = new StagedGets(network, channel, waits);
        this.pending = new PendingUpdates(network, channel);
        this.scatteredPuts = new ScatteredPuts(network, channel, pending, id);
        this.pieceTransfers = new PieceTransfers(network, channel, waits, direct, registrations, traits);
        this.atomics = new AtomicMessages(network, channel, waits, pending, id);
        this.copyBytes = Math.max(bounceBytes, traits.injectBytes());
        this.isOrdered = traits.orderedWrites() && traits.orderedSends();
        this.signalsFollow = traits.orderedSends();
    }

    Channel channel() {
        return channel;
    }

    @Override
    public void put(int pe, long destOffset, long sourceAddress, long bytes) {
        if (bytes <= copyBytes) {
            putCopy(pe, destOffset, sourceAddress, bytes);
        } else if (registrations.isUsable(sourceAddress, bytes)) {
            direct.putBlocks(pe, destOffset, bytes, sourceAddress, bytes, bytes, 1);
        } else {
            stagedPuts.put(pe, destOffset, null, sourceAddress, bytes, ValueLayout.JAVA_BYTE);
        }
    }

    /** Whether a put writes from the source itself. */
    boolean putsDirectly(long sourceAddress, long bytes) {
        return bytes > copyBytes && registrations.isUsable(sourceAddress, bytes);
    }

    /** Injects a write, or writes from a bounce buffer. */
    private void putCopy(int pe, long destOffset, long sourceAddress, long bytes) {
        long turn = 0;
        while (!channel.writeCopy(pe, destOffset, sourceAddress, bytes)) {
            turn = network.pause(turn, channel, pe, "put");
        }
    }

    @Override
    public void putArray(int pe, long destOffset, Object source, int start, int nelems, ValueLayout element) {
        final long bytes = nelems * element.byteSize();
        if (bytes <= Math.min(copyBytes, BouncedTransfers.SCRATCH_BYTES)) {
            final long scratch = BouncedTransfers.scratch();
            MemorySegment.copy(source, start, Memory.ALL, element, scratch, nelems);
            putCopy(pe, destOffset, scratch, bytes);
        } else {
            stagedPuts.put(pe, destOffset, source, start * element.byteSize(), bytes, element);
        }
    }

    @Override
    public void putNbi(int pe, long destOffset, long sourceAddress, long bytes) {
        if (putsDirectly(sourceAddress, bytes)) {
            direct.write(pe, destOffset, sourceAddress, bytes, null);
            readsSource.accumulateAndGet(requests.lastNumber(), Math::max);
        } else {
            put(pe, destOffset, sourceAddress, bytes);
        }
    }

    @Override
    public void get(int pe, long destAddress, long sourceOffset, long bytes) {
        if (getsDirectly(destAddress, bytes)) {
            direct.get(pe, destAddress, sourceOffset, bytes);
        } else {
            stagedGets.get(pe, null, destAddress, sourceOffset, bytes, ValueLayout.JAVA_BYTE);
        }
    }

    /** Whether a get reads into the destination itself. */
    boolean getsDirectly(long destAddress, long bytes) {
        return registrations.isUsable(destAddress, bytes);
    }

    @Override
    public void getNbi(int pe, long destAddress, long sourceOffset, long bytes) {
        if (getsDirectly(destAddress, bytes)) {
            direct.read(pe, destAddress, sourceOffset, bytes, null);
        } else {
            stagedGets.get(pe, null, destAddress, sourceOffset, bytes, ValueLayout.JAVA_BYTE);
        }
    }

    @Override
    public void getArray(int pe, Object dest, int start, long sourceOffset, int nelems, ValueLayout element) {
        final long width = element.byteSize();
        stagedGets.get(pe, dest, start * width, sourceOffset, nelems * width, element);
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
        if (stagedPuts.canGather(destStride, blockBytes, nblocks)) {
            stagedPuts.putGathered(pe, destOffset, sourceAddress, sourceStride, blockBytes, nblocks);
        } else if (scatteredPuts.suit(blockBytes, nblocks)) {
            scatteredPuts.putBlocks(pe, destOffset, destStride, sourceAddress, sourceStride, blockBytes, nblocks);
        } else if (blockBytes > copyBytes
                && registrations.isUsable(sourceAddress, (nblocks - 1) * sourceStride + blockBytes)) {
            direct.putBlocks(pe, destOffset, destStride, sourceAddress, sourceStride, blockBytes, nblocks);
        } else {
            for (long i = 0; i < nblocks; i++) {
                put(pe, destOffset + i * destStride, sourceAddress + i * sourceStride, blockBytes);
            }
        }
    }

    /** Whether a put of blocks goes in messages, which need no keys and may cross borders of regions. */
    boolean scatters(long destStride, long blockBytes, long nblocks) {
        return !stagedPuts.canGather(destStride, blockBytes, nblocks) && scatteredPuts.suit(blockBytes, nblocks);
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
        if (stagedGets.areClose(sourceStride, nblocks)) {
            stagedGets.getClose(pe, destAddress, destStride, sourceOffset, sourceStride, blockBytes, nblocks);
        } else if (registrations.isUsable(destAddress, (nblocks - 1) * destStride + blockBytes)) {
            direct.getBlocks(pe, destAddress, destStride, sourceOffset, sourceStride, blockBytes, nblocks);
        } else {
            for (long i = 0; i < nblocks; i++) {
                get(pe, destAddress + i * destStride, sourceOffset + i * sourceStride, blockBytes);
            }
        }
    }

    @Override
    public void putPieces(int pe, PieceTable pieces) {
        if (pieceTransfers.areUsable(pieces)) {
            pieceTransfers.put(pe, pieces);
        } else {
            super.putPieces(pe, pieces);
        }
    }

    @Override
    public void getPieces(int pe, PieceTable pieces) {
        if (pieceTransfers.areUsable(pieces)) {
            pieceTransfers.get(pe, pieces);
        } else {
            super.getPieces(pe, pieces);
        }
    }

    @Override
    public long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        return atomics.atomic(pe, operation, bytes, offset, operand, expected);
    }

    @Override
    public void update(int pe, Atomic operation, int bytes, long offset, long operand) {
        atomics.update(pe, operation, bytes, offset, operand);
    }

    @Override
    public void signal(int pe, Atomic operation, long offset, long signal) {
        if (!signalsFollow) {
            fence();
        }
        atomics.update(pe, operation, Long.BYTES, offset, signal);
    }

    /** Asks a PE for the key of a place in its memory, which it may have to register first. */
    long askKey(int pe, long offset) {
        return atomics.askKey(pe, offset);
    }

    /** Records that a PE has executed some updates; called under the lock of the main channel. */
    void acknowledged(int pe, long count) {
        pending.countAcknowledged(pe, count);
    }

    @Override
    public Transport startSession() {
        return startSession(this);
    }

    /** Starts a session for the context whose transport is this one, or one over it. */
    Transport startSession(Transport given) {
        if (!network.hasAgent() || !Batches.suit(channel)) {
            return given;
        }
        synchronized (this) {
            if (batches == null) {
                batches = new Batches(network, channel, pending, id);
            }
        }
        network.sessions().add(batches);
        return new SessionTransport(given, batches, signalsFollow);
    }

    /** Takes the results of a batch; called under the lock of the main channel. */
    void takeResults(int pe, long start, long end) {
        BatchLayout.take(start, end);
        batches.countAnswered();
        pending.countAcknowledged(pe, 1);
    }

    private void sendBatches() {
        final Batches collected = batches;
        if (collected != null) {
            collected.sendAll();
        }
    }

    @Override
    public void fence() {
        sendBatches();
        if (isOrdered) {
            pending.awaitAcknowledged();
        } else {
            quiet();
        }
    }

    @Override
    public void completeLocally() {
        awaitDone(readsSource.get(), "local completion");
    }

    @Override
    public void quiet() {
        sendBatches();
        awaitDone(requests.lastNumber(), "quiet");
        pending.awaitAcknowledged();
    }

    private void awaitDone(long number, String what) {
        long turn = 0;
        while (!requests.isDone(number)) {
            turn = network.pause(turn, channel, requests.oldestPe(), what);
        }
    }

    @Override
    public void close() {
        final Batches collected = batches;
        if (collected != null) {
            network.sessions().remove(collected);
        }
        network.closed(this);
    }
}
