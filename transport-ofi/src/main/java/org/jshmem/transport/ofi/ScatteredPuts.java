package org.jshmem.transport.ofi;

import org.jshmem.heap.Memory;
import org.jshmem.heap.Strided;
import org.jshmem.transport.ofi.failure.FailureReporter;

/**
 * Puts of small blocks that lie apart at the target. They are sent in messages, many in one message, and the owner
 * copies each block to its place. The source is free on return. The owner acknowledges such a message like an update,
 * so quiet waits for it in {@link PendingUpdates}.
 */
final class ScatteredPuts {
    /** Largest block that is cheaper in a message than as a write of its own. */
    static final long SCATTER_BYTES = 512;

    /** Fewest blocks for which a message is cheaper than a write for each block. */
    private static final long FEWEST_SCATTERED = 3;

    private final OfiNetwork network;
    private final Channel channel;
    private final FailureReporter failures;
    private final PendingUpdates pending;

    /** Index of the transport in its network; acknowledgements bring it back. */
    private final int id;

    /** Most bytes of blocks in one message. */
    private final long mostBytes;

    ScatteredPuts(OfiNetwork network, Channel channel, PendingUpdates pending, int id) {
        this.network = network;
        this.channel = channel;
        this.failures = network.failures();
        this.pending = pending;
        this.id = id;
        this.mostBytes = Math.min(channel.bounceBytes(), MessageDescriptor.MOST_BYTES) - MessageDescriptor.DATA;
    }

    /** Whether messages are cheaper than writes for blocks that lie apart at the target. */
    boolean suit(long blockBytes, long nblocks) {
        return blockBytes <= SCATTER_BYTES && nblocks >= FEWEST_SCATTERED && mostBytes >= 2 * SCATTER_BYTES;
    }

    void putBlocks(
            int pe,
            long destOffset,
            long destStride,
            long sourceAddress,
            long sourceStride,
            long blockBytes,
            long nblocks) {
        final long atOnce = mostBytes / blockBytes;
        for (long i = 0; i < nblocks; i += atOnce) {
            final long count = Math.min(atOnce, nblocks - i);
            final long from = sourceAddress + i * sourceStride;
            long turn = 0;
            while (!send(pe, destOffset + i * destStride, destStride, from, sourceStride, blockBytes, count)) {
                turn = network.pause(turn, channel, pe, "put");
            }
        }
    }

    /** Sends the blocks of one message; false if there is no room for it. */
    private boolean send(
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
            pending.countSent(pe, 1);
            final int buffer = channel.takeBounceLocked();
            final boolean isSent = buffer >= 0
                    && sendFrom(buffer, pe, destOffset, destStride, sourceAddress, sourceStride, blockBytes, nblocks);
            if (!isSent) {
                pending.countSent(pe, -1);
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

    private boolean sendFrom(
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
            pending.countSent(pe, -1);
            channel.isUnsure = false;
            throw e;
        }
        return channel.sendBounceLocked(pe, buffer, MessageDescriptor.DATA + nblocks * blockBytes);
    }
}
