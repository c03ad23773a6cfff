package org.jshmem.transport.ofi;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.ShmemOutOfMemoryException;
import org.jshmem.heap.Memory;
import org.jshmem.heap.Strided;
import org.jshmem.internal.transport.Atomic;
import org.jshmem.internal.transport.PieceTable;
import org.jshmem.internal.transport.StagedTransfers;
import org.jshmem.internal.transport.Transport;
import org.jshmem.transport.ofi.domain.Registrations;
import org.jshmem.transport.ofi.failure.FailureMonitor;
import org.jshmem.transport.ofi.provider.ProviderTraits;

/**
 * Moves the data of a context over its channel.
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
 *       message</td><td>delivered</td></tr>
 *   <tr><td>more, other memory and Java arrays</td><td>writes from staging buffers, several under way at a time</td>
 *       <td>source free, delivery under way</td></tr>
 * </table>
 *
 * <p>A strided put of blocks that are adjacent at the target gathers them in staging buffers. Small blocks that lie
 * apart at the target are sent in messages, many in one message, and the owner copies them to their places.
 *
 * <p><b>Pieces</b>, of blocks at any places on both sides, go several at a time in one write or read, as many as the
 * provider takes.
 *
 * <p><b>Gets</b> read directly, in pieces, into memory that the provider can use, and through staging buffers into
 * other memory.
 *
 * <p><b>quiet</b> waits until all writes and reads issued before are complete (for a write: delivered and visible), and
 * until all updates are acknowledged by the PEs that execute them.
 *
 * <p><b>fence</b> only waits for acknowledgements of updates where the provider delivers writes in order
 * ({@code FI_ORDER_WAW}, of any size) and messages after writes ({@code FI_ORDER_SAW}). It has to wait for these
 * because a later write could overtake a message that is not yet handled. With other providers a fence is a quiet.
 *
 * <p><b>signal</b> sends an update. With {@code FI_ORDER_SAW} the message follows the writes; without it, the signal
 * calls fence first, which is a quiet then.
 *
 * <p><b>Errors.</b> An error, such as a {@link StackOverflowError}, ends the job ({@link FailureMonitor#brokenBy}) if
 * it strikes while a transfer from or to program memory is under way or a reply is awaited: code that catches it may
 * reuse that memory. An error that strikes earlier only gives back buffers.
 */
final class OfiTransport extends Transport {
    /** Most pieces of a staged get under way at a time. */
    private static final int MOST_GETS = 4;

    /** Bytes of a piece of a large direct get. TCP carries two of these faster than one of twice the size. */
    static final long GET_BYTES = 512 << 10;

    /** Pieces of a large direct get under way at a time: one arrives while the next is requested. */
    private static final int GETS = 2;

    /** Reads of several pieces under way at a time. */
    private static final int GETS_OF_PIECES = 16;

    /** Up to this source stride, blocks of a strided get are read together with the gaps between them. */
    static final long CLOSE_BYTES = 1024;

    /** Largest block of a strided put that is cheaper in a message than as a write of its own. */
    static final long SCATTER_BYTES = 512;

    /** Fewest blocks of a strided put for which a message is cheaper than a write for each block. */
    private static final long FEWEST_SCATTERED = 3;

    private final OfiNetwork network;
    private final Channel channel;
    private final Requests requests;
    private final Registrations registrations;
    private final HeapAccess access;
    private final FailureMonitor failures;

    /** Index of this transport in its network; updates carry it, and acknowledgements bring it back. */
    private final int id;

    /** Largest put that is injected or goes through a bounce buffer. */
    private final int copyBytes;

    /** Largest single write or read, in bytes. */
    private final long mostBytes;

    /** Most pieces of a single write or read. */
    private final int mostPieces;

    private final int injectBytes;

    /** Most bytes of blocks in one message. */
    private final long scatterBytes;

    /**
     * Whether the provider orders writes among themselves and messages after writes, so that a fence need not be a
     * quiet.
     */
    private final boolean isOrdered;

    /** Whether the provider delivers messages after earlier writes. */
    private final boolean signalsFollow;

    /** The message of an atomic operation or update; written under the channel's lock. */
    private final MemorySegment request = Arena.ofAuto().allocate(MessageDescriptor.MOST_SMALL_BYTES, Long.BYTES);

    /** Updates and scattered puts sent to all PEs; written under the lock of this transport's channel. */
    private volatile long updates;

    /** Updates acknowledged by all PEs; written under the lock of the main channel. */
    private volatile long acknowledged;

    /** The same by PE. */
    private final UpdateCounts counts;

    OfiTransport(
            OfiNetwork network,
            Channel channel,
            ProviderTraits traits,
            Registrations registrations,
            int id,
            int bounceBytes) {
        this.network = network;
        this.channel = channel;
        this.requests = channel.requests();
        this.registrations = registrations;
        this.access = network.access();
        this.failures = network.failures();
        this.id = id;
        this.copyBytes = Math.max(bounceBytes, traits.injectBytes());
        this.mostBytes = traits.mostBytes();
        this.mostPieces = traits.mostPieces();
        this.injectBytes = traits.injectBytes();
        this.scatterBytes = Math.min(channel.bounceBytes(), MessageDescriptor.MOST_BYTES) - MessageDescriptor.DATA;
        this.isOrdered = traits.orderedWrites() && traits.orderedSends();
        this.signalsFollow = traits.orderedSends();
        this.counts = new UpdateCounts(network.pes());
        network.messages().header(request.address(), MessageDescriptor.UPDATE);
    }

    Channel channel() {
        return channel;
    }

    @Override
    public void put(int pe, long destOffset, long sourceAddress, long bytes) {
        if (bytes <= copyBytes) {
            putCopy(pe, destOffset, sourceAddress, bytes);
        } else if (registrations.isUsable(sourceAddress, bytes)) {
            putAndAwait(pe, destOffset, bytes, sourceAddress, bytes, bytes, 1);
        } else {
            putStaged(pe, destOffset, null, sourceAddress, bytes, ValueLayout.JAVA_BYTE);
        }
    }

    /** Whether a put writes from the source itself. */
    boolean putsDirectly(long sourceAddress, long bytes) {
        return bytes > copyBytes && registrations.isUsable(sourceAddress, bytes);
    }

    /** Whether a get reads into the destination itself. */
    boolean getsDirectly(long destAddress, long bytes) {
        return registrations.isUsable(destAddress, bytes);
    }

    /** Writes blocks from their place in the source, and waits for delivery. */
    private void putAndAwait(
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
                putDirect(pe, destOffset + i * destStride, sourceAddress + i * sourceStride, blockBytes, counter);
            }
            await(counter, pe, "put");
        } catch (Throwable t) {
            failures.brokenBy = t;
            throw t;
        }
    }

    private void putCopy(int pe, long destOffset, long sourceAddress, long bytes) {
        long turn = 0;
        while (!channel.writeCopy(pe, destOffset, sourceAddress, bytes)) {
            turn = network.pause(turn, channel, pe, "put");
        }
    }

    private void putDirect(int pe, long destOffset, long sourceAddress, long bytes, CompletionCounter counter) {
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

    @Override
    public void putArray(int pe, long destOffset, Object source, int start, int nelems, ValueLayout element) {
        final long bytes = nelems * element.byteSize();
        if (bytes <= Math.min(copyBytes, StagedTransfers.SCRATCH_BYTES)) {
            final long scratch = StagedTransfers.scratch();
            MemorySegment.copy(source, start, Memory.ALL, element, scratch, nelems);
            putCopy(pe, destOffset, scratch, bytes);
        } else {
            putStaged(pe, destOffset, source, start * element.byteSize(), bytes, element);
        }
    }

    /** Copies piece by piece to staging buffers, each of which is written while the next one is filled. */
    private void putStaged(int pe, long destOffset, Object array, long start, long bytes, ValueLayout element) {
        final long most = channel.stagingBytes();
        for (long done = 0; done < bytes; done += most) {
            final long piece = Math.min(most, bytes - done);
            final int buffer = staging(pe, "put");
            try {
                copyIn(array, start + done, channel.stagingAddress(buffer), piece, element);
                writeStaged(pe, destOffset + done, buffer, piece);
            } catch (Throwable t) {
                channel.staging.taken[buffer] = false;
                throw t;
            }
        }
    }

    private void writeStaged(int pe, long destOffset, int buffer, long bytes) {
        long turn = 0;
        while (!channel.writeStaged(pe, destOffset, buffer, bytes)) {
            turn = network.pause(turn, channel, pe, "put");
        }
    }

    /**
     * Copies from an array, where {@code start} is in bytes, or from the address {@code start} if the array is null.
     */
    private static void copyIn(Object array, long start, long to, long bytes, ValueLayout element) {
        if (array == null) {
            Memory.copy(start, to, bytes);
        } else {
            final long width = element.byteSize();
            MemorySegment.copy(array, (int) (start / width), Memory.ALL, element, to, (int) (bytes / width));
        }
    }

    /** Copies to an array, where {@code start} is in bytes, or to the address {@code start} if the array is null. */
    private static void copyOut(long from, Object array, long start, long bytes, ValueLayout element) {
        if (array == null) {
            Memory.copy(from, start, bytes);
        } else {
            final long width = element.byteSize();
            MemorySegment.copy(Memory.ALL, element, from, array, (int) (start / width), (int) (bytes / width));
        }
    }

    private int staging(int pe, String what) {
        long turn = 0;
        int buffer = channel.takeStaging();
        while (buffer < 0) {
            turn = network.pause(turn, channel, pe, what);
            buffer = channel.takeStaging();
        }
        return buffer;
    }

    @Override
    public void putNbi(int pe, long destOffset, long sourceAddress, long bytes) {
        if (putsDirectly(sourceAddress, bytes)) {
            putDirect(pe, destOffset, sourceAddress, bytes, null);
        } else {
            put(pe, destOffset, sourceAddress, bytes);
        }
    }

    @Override
    public void get(int pe, long destAddress, long sourceOffset, long bytes) {
        if (getsDirectly(destAddress, bytes)) {
            getAndAwait(pe, destAddress, sourceOffset, bytes);
        } else {
            getStaged(pe, null, destAddress, sourceOffset, bytes, ValueLayout.JAVA_BYTE);
        }
    }

    private void getAndAwait(int pe, long destAddress, long sourceOffset, long bytes) {
        try {
            final CompletionCounter counter = network.counters().take();
            for (long done = 0; done < bytes; done += GET_BYTES) {
                awaitFewer(GETS, counter, pe, "get");
                getDirect(pe, destAddress + done, sourceOffset + done, Math.min(GET_BYTES, bytes - done), counter);
            }
            await(counter, pe, "get");
        } catch (Throwable t) {
            failures.brokenBy = t;
            throw t;
        }
    }

    private void getDirect(int pe, long destAddress, long sourceOffset, long bytes, CompletionCounter counter) {
        long piece;
        for (long done = 0; done < bytes; done += piece) {
            final long to = destAddress + done;
            piece = access.piece(sourceOffset + done, to, Math.min(mostBytes, bytes - done));
            read(pe, to, sourceOffset + done, piece, access.descriptor(to), counter);
        }
    }

    private void read(
            int pe, long destAddress, long sourceOffset, long bytes, long descriptor, CompletionCounter counter) {
        long turn = 0;
        while (!channel.read(pe, sourceOffset, destAddress, bytes, descriptor, counter)) {
            turn = network.pause(turn, channel, pe, "get");
        }
    }

    private void getStaged(int pe, Object array, long start, long sourceOffset, long bytes, ValueLayout element) {
        final InternalError fault;
        try {
            fault = getPieces(pe, array, start, sourceOffset, bytes, element);
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
     * @return the error of a copy, as for a mapped file that was truncated, else null; nothing is under way then
     */
    private InternalError getPieces(
            int pe, Object array, long start, long sourceOffset, long bytes, ValueLayout element) {
        final long most = channel.stagingBytes();
        InternalError fault = null;
        CompletionCounter first = null;
        CompletionCounter last = null;
        long asked = 0;
        long done = 0;
        while (done < (fault == null ? bytes : asked)) {
            while (fault == null && asked < bytes && asked - done < MOST_GETS * most) {
                final int buffer = first == null ? staging(pe, "get") : channel.takeStaging();
                if (buffer < 0) {
                    break;
                }
                final CompletionCounter counter =
                        readStaged(pe, buffer, sourceOffset + asked, Math.min(most, bytes - asked));
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
            await(piece, pe, "get");
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

    private CompletionCounter readStaged(int pe, int buffer, long sourceOffset, long bytes) {
        final CompletionCounter counter = network.counters().take();
        counter.buffer = buffer;
        counter.following = null;
        read(pe, channel.stagingAddress(buffer), sourceOffset, bytes, channel.stagingDescriptor(), counter);
        return counter;
    }

    @Override
    public void getNbi(int pe, long destAddress, long sourceOffset, long bytes) {
        if (getsDirectly(destAddress, bytes)) {
            getDirect(pe, destAddress, sourceOffset, bytes, null);
        } else {
            getStaged(pe, null, destAddress, sourceOffset, bytes, ValueLayout.JAVA_BYTE);
        }
    }

    @Override
    public void getArray(int pe, Object dest, int start, long sourceOffset, int nelems, ValueLayout element) {
        final long width = element.byteSize();
        getStaged(pe, dest, start * width, sourceOffset, nelems * width, element);
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
        if (destStride == blockBytes && nblocks > 1 && blockBytes <= channel.stagingBytes()) {
            putGathered(pe, destOffset, sourceAddress, sourceStride, blockBytes, nblocks);
            return;
        }
        if (blockBytes <= SCATTER_BYTES && nblocks >= FEWEST_SCATTERED && scatterBytes >= 2 * SCATTER_BYTES) {
            putScattered(pe, destOffset, destStride, sourceAddress, sourceStride, blockBytes, nblocks);
            return;
        }
        if (blockBytes <= copyBytes
                || !registrations.isUsable(sourceAddress, (nblocks - 1) * sourceStride + blockBytes)) {
            for (long i = 0; i < nblocks; i++) {
                put(pe, destOffset + i * destStride, sourceAddress + i * sourceStride, blockBytes);
            }
            return;
        }
        putAndAwait(pe, destOffset, destStride, sourceAddress, sourceStride, blockBytes, nblocks);
    }

    @Override
    public void putPieces(int pe, PieceTable pieces) {
        if (!areUsable(pieces)) {
            super.putPieces(pe, pieces);
            return;
        }
        try {
            final CompletionCounter counter = network.counters().take();
            int count;
            for (int first = 0; first < pieces.count(); first += count) {
                count = atOnce(pieces, first);
                writePieces(pe, pieces, first, count, counter);
            }
            await(counter, pe, "put");
        } catch (Throwable t) {
            failures.brokenBy = t;
            throw t;
        }
    }

    private void writePieces(int pe, PieceTable pieces, int first, int count, CompletionCounter counter) {
        final long bytes = bytes(pieces, first, count);
        if (bytes > mostBytes) { // a single piece
            putDirect(pe, pieces.offset(first), pieces.address(first), bytes, counter);
            return;
        }
        final CompletionCounter waiting = bytes <= injectBytes ? null : counter; // injected: free on return
        long turn = 0;
        while (!channel.writePieces(pe, pieces, first, count, bytes, waiting)) {
            turn = network.pause(turn, channel, pe, "put");
        }
    }

    @Override
    public void getPieces(int pe, PieceTable pieces) {
        if (!areUsable(pieces)) {
            super.getPieces(pe, pieces);
            return;
        }
        try {
            final CompletionCounter counter = network.counters().take();
            int count;
            for (int first = 0; first < pieces.count(); first += count) {
                count = atOnce(pieces, first);
                awaitFewer(GETS_OF_PIECES, counter, pe, "get");
                readPieces(pe, pieces, first, count, counter);
            }
            await(counter, pe, "get");
        } catch (Throwable t) {
            failures.brokenBy = t;
            throw t;
        }
    }

    private void readPieces(int pe, PieceTable pieces, int first, int count, CompletionCounter counter) {
        if (bytes(pieces, first, count) > mostBytes) { // a single piece
            getDirect(pe, pieces.address(first), pieces.offset(first), pieces.bytes(first), counter);
            return;
        }
        long turn = 0;
        while (!channel.readPieces(pe, pieces, first, count, counter)) {
            turn = network.pause(turn, channel, pe, "get");
        }
    }

    private boolean areUsable(PieceTable pieces) {
        for (int i = 0; i < pieces.count(); i++) {
            if (!registrations.isUsable(pieces.address(i), pieces.bytes(i))) {
                return false;
            }
        }
        return true;
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

    /** Copies blocks that are adjacent at the target to staging buffers, and writes many of them at once. */
    private void putGathered(
            int pe, long destOffset, long sourceAddress, long sourceStride, long blockBytes, long nblocks) {
        final long atOnce = channel.stagingBytes() / blockBytes;
        for (long i = 0; i < nblocks; i += atOnce) {
            final long count = Math.min(atOnce, nblocks - i);
            final int buffer = staging(pe, "put");
            try {
                Strided.copy(
                        sourceAddress + i * sourceStride,
                        sourceStride,
                        channel.stagingAddress(buffer),
                        blockBytes,
                        blockBytes,
                        count);
                writeStaged(pe, destOffset + i * blockBytes, buffer, count * blockBytes);
            } catch (Throwable t) {
                channel.staging.taken[buffer] = false;
                throw t;
            }
        }
    }

    /** Sends small blocks that lie apart at the target in messages; the owner copies each block to its place. */
    private void putScattered(
            int pe,
            long destOffset,
            long destStride,
            long sourceAddress,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        final long atOnce = scatterBytes / blockBytes;
        for (long i = 0; i < nblocks; i += atOnce) {
            final long count = Math.min(atOnce, nblocks - i);
            final long from = sourceAddress + i * sourceStride;
            long turn = 0;
            while (!scatter(pe, destOffset + i * destStride, destStride, from, sourceStride, blockBytes, count)) {
                turn = network.pause(turn, channel, pe, "put");
            }
        }
    }

    private boolean scatter(
            int pe,
            long destOffset,
            long destStride,
            long sourceAddress,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        channel.channelLock().lock();
        try {
            failures.failIfBroken();
            channel.isUnsure = true;
            count(pe, 1);
            final int buffer = channel.takeBounceLocked();
            final boolean isSent = buffer >= 0
                    && scatterFrom(
                            buffer, pe, destOffset, destStride, sourceAddress, sourceStride, blockBytes, nblocks);
            if (!isSent) {
                count(pe, -1);
            }
            channel.isUnsure = false;
            return isSent;
        } catch (Throwable t) {
            if (channel.isUnsure) {
                failures.brokenBy = t;
            }
            throw t;
        } finally {
            channel.channelLock().taken = ChannelLock.FREE;
        }
    }

    private boolean scatterFrom(
            int buffer,
            int pe,
            long destOffset,
            long destStride,
            long sourceAddress,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        final long message = channel.bounceAddress(buffer);
        network.messages().header(message, MessageDescriptor.SCATTER);
        Memory.put64(message + MessageDescriptor.ID, id);
        Memory.put64(message + MessageDescriptor.OFFSET, destOffset);
        Memory.put64(message + MessageDescriptor.STRIDE, destStride);
        Memory.put64(message + MessageDescriptor.BLOCK_BYTES, blockBytes);
        Memory.put64(message + MessageDescriptor.BLOCKS, nblocks);
        try {
            Strided.copy(
                    sourceAddress, sourceStride, message + MessageDescriptor.DATA, blockBytes, blockBytes, nblocks);
        } catch (InternalError e) {
            channel.giveBounceLocked(buffer);
            channel.isUnsure = false;
            throw e;
        }
        return channel.sendBounceLocked(pe, buffer, MessageDescriptor.DATA + nblocks * blockBytes);
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
        if (nblocks > 1 && sourceStride <= CLOSE_BYTES) {
            getClose(pe, destAddress, destStride, sourceOffset, sourceStride, blockBytes, nblocks);
            return;
        }
        if (!registrations.isUsable(destAddress, (nblocks - 1) * destStride + blockBytes)) {
            for (long i = 0; i < nblocks; i++) {
                get(pe, destAddress + i * destStride, sourceOffset + i * sourceStride, blockBytes);
            }
            return;
        }
        try {
            final CompletionCounter counter = network.counters().take();
            for (long i = 0; i < nblocks; i++) {
                getDirect(pe, destAddress + i * destStride, sourceOffset + i * sourceStride, blockBytes, counter);
            }
            await(counter, pe, "get");
        } catch (Throwable t) {
            failures.brokenBy = t;
            throw t;
        }
    }

    /** Reads blocks that lie close together at the source with the gaps between them, and copies the blocks out. */
    private void getClose(
            int pe,
            long destAddress,
            long destStride,
            long sourceOffset,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        final long atOnce = channel.stagingBytes() / sourceStride;
        final int buffer = staging(pe, "get");
        final long from = channel.stagingAddress(buffer);
        boolean isReading = false;
        try {
            for (long i = 0; i < nblocks; i += atOnce) {
                final long count = Math.min(atOnce, nblocks - i);
                final long bytes = (count - 1) * sourceStride + blockBytes;
                isReading = true;
                final CompletionCounter counter = network.counters().take();
                read(pe, from, sourceOffset + i * sourceStride, bytes, channel.stagingDescriptor(), counter);
                await(counter, pe, "get");
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

    @Override
    public long atomic(int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        return await(MessageDescriptor.ATOMIC, pe, operation, bytes, offset, operand, expected);
    }

    /** Asks a PE for the key of a place in its memory, which it may have to register first. */
    long askKey(int pe, long offset) {
        return await(MessageDescriptor.KEY, pe, Atomic.LOAD, Long.BYTES, offset, 0, 0);
    }

    /** Sends a message that is replied to, and waits for the result. */
    private long await(byte kind, int pe, Atomic operation, int bytes, long offset, long operand, long expected) {
        final String what = kind == MessageDescriptor.ATOMIC ? "an atomic operation" : "the key of memory";
        final boolean isRefused;
        final long result;
        try {
            final CompletionCounter counter = network.counters().take();
            counter.expect();
            long turn = 0;
            while (!ask(kind, pe, operation, bytes, offset, operand, expected, counter.id)) {
                turn = network.pause(turn, channel, pe, what);
            }
            awaitFewer(1, counter, pe, what);
            result = counter.result();
            isRefused = counter.isRefused();
            network.counters().give(counter);
        } catch (Throwable t) {
            failures.brokenBy = t;
            throw t;
        }
        if (isRefused) {
            throw refusal(pe, result);
        }
        return result;
    }

    private static RuntimeException refusal(int pe, long reason) {
        if (reason == MessageDescriptor.NOT_REGISTERED) {
            return new ShmemOutOfMemoryException("PE " + pe + " cannot register memory of its node's shared heap with"
                    + " the network: there is too little memory, or its limit of locked memory is too low (ulimit -l):"
                    + " raise it on all nodes");
        }
        return new IllegalStateException("the shared memory of PE " + pe + " was freed or reallocated");
    }

    @Override
    public void update(int pe, Atomic operation, int bytes, long offset, long operand) {
        long turn = 0;
        while (!ask(MessageDescriptor.UPDATE, pe, operation, bytes, offset, operand, 0, id)) {
            turn = network.pause(turn, channel, pe, "an atomic operation");
        }
    }

    @Override
    public void signal(int pe, Atomic operation, long offset, long signal) {
        if (!signalsFollow) {
            fence();
        }
        update(pe, operation, Long.BYTES, offset, signal);
    }

    private boolean ask(
            byte kind, int pe, Atomic operation, int bytes, long offset, long operand, long expected, long number) {
        final long message = request.address();
        channel.channelLock().lock();
        try {
            failures.failIfBroken();
            Memory.put8(message + MessageDescriptor.KIND, kind);
            Memory.put8(message + MessageDescriptor.OPERATION, (byte) operation.code());
            Memory.put8(message + MessageDescriptor.WIDTH, (byte) bytes);
            Memory.put64(message + MessageDescriptor.ID, number);
            Memory.put64(message + MessageDescriptor.OFFSET, offset);
            Memory.put64(message + MessageDescriptor.OPERAND, operand);
            Memory.put64(message + MessageDescriptor.EXPECTED, expected);
            final boolean isUpdate = kind == MessageDescriptor.UPDATE;
            channel.isUnsure = true;
            if (isUpdate) {
                count(pe, 1);
            }
            final boolean isSent = channel.sendLocked(
                    pe, message, isUpdate ? MessageDescriptor.UPDATE_BYTES : MessageDescriptor.ATOMIC_BYTES);
            if (isUpdate && !isSent) {
                count(pe, -1);
            }
            channel.isUnsure = false;
            return isSent;
        } catch (Throwable t) {
            if (channel.isUnsure) {
                failures.brokenBy = t;
            }
            throw t;
        } finally {
            channel.channelLock().taken = ChannelLock.FREE;
        }
    }

    /** Counts an update before it is sent, so that no acknowledgement comes before; called under the channel's lock. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    private void count(int pe, int difference) {
        counts.countSent(pe, difference);
        updates += difference;
        channel.countUpdates(difference);
    }

    /** Records that a PE has executed some updates; called under the lock of the main channel. */
    @SuppressWarnings("NonAtomicVolatileUpdate")
    void acknowledged(int pe, long count) {
        counts.countAcknowledged(pe, count);
        acknowledged += count;
        channel.countAcknowledged(count);
    }

    @Override
    public void fence() {
        if (isOrdered) {
            awaitUpdates();
        } else {
            quiet();
        }
    }

    @Override
    public void quiet() {
        final long number = requests.lastNumber();
        long turn = 0;
        while (!requests.isDone(number)) {
            turn = network.pause(turn, channel, requests.oldestPe(), "quiet");
        }
        awaitUpdates();
    }

    /**
     * Waits for the acknowledgements of one PE after the other: other threads may keep sending updates, so the totals
     * might never be equal. If they are, nothing is missing: updates are counted before they are sent, and the total of
     * acknowledgements is read first.
     */
    private void awaitUpdates() {
        for (int pe = counts.next(0); acknowledged != updates && pe < counts.pes(); pe = counts.next(pe + 1)) {
            final long number = counts.sent(pe);
            long turn = 0;
            while (counts.acknowledged(pe) < number) {
                turn = network.pause(turn, channel, pe, "quiet");
            }
        }
    }

    private void await(CompletionCounter counter, int pe, String what) {
        awaitFewer(1, counter, pe, what);
        network.counters().give(counter);
    }

    /** Waits until fewer than {@code parts} parts are pending. */
    private void awaitFewer(int parts, CompletionCounter counter, int pe, String what) {
        long turn = 0;
        while (counter.pending() >= parts) {
            turn = network.pause(turn, channel, pe, what);
        }
    }

    @Override
    public void close() {
        network.closed(this);
    }
}
