package org.jshmem.transport.ofi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jshmem.heap.Memory;
import org.jshmem.heap.Strided;

/**
 * Puts through staging buffers: of memory that the provider cannot use, of Java arrays, and of blocks that become
 * adjacent at the target. Each buffer is written while the next one is filled. The source is free on return, and
 * delivery is under way; a completed write frees its buffer.
 */
final class StagedPuts {
    private final OfiNetwork network;
    private final Channel channel;
    private final ChannelWaits waits;

    StagedPuts(OfiNetwork network, Channel channel, ChannelWaits waits) {
        this.network = network;
        this.channel = channel;
        this.waits = waits;
    }

    /** Puts from an array, where {@code start} is in bytes, or from the address {@code start} if the array is null. */
    void put(int pe, long destOffset, Object array, long start, long bytes, ValueLayout element) {
        final long most = channel.stagingBytes();
        for (long done = 0; done < bytes; done += most) {
            final long piece = Math.min(most, bytes - done);
            final int buffer = waits.takeStaging(pe, "put");
            try {
                copyIn(array, start + done, channel.stagingAddress(buffer), piece, element);
                write(pe, destOffset + done, buffer, piece);
            } catch (Throwable t) {
                channel.staging.taken[buffer] = false;
                throw t;
            }
        }
    }

    private static void copyIn(Object array, long start, long to, long bytes, ValueLayout element) {
        if (array == null) {
            Memory.copy(start, to, bytes);
        } else {
            final long width = element.byteSize();
            MemorySegment.copy(array, (int) (start / width), Memory.ALL, element, to, (int) (bytes / width));
        }
    }

    /** Whether {@link #putGathered} takes these blocks: several that are adjacent at the target. */
    boolean canGather(long destStride, long blockBytes, long nblocks) {
        return destStride == blockBytes && nblocks > 1 && blockBytes <= channel.stagingBytes();
    }

    /** Gathers blocks that are adjacent at the target in staging buffers, and writes many of them at once. */
    void putGathered(int pe, long destOffset, long sourceAddress, long sourceStride, long blockBytes, long nblocks) {
        final long atOnce = channel.stagingBytes() / blockBytes;
        for (long i = 0; i < nblocks; i += atOnce) {
            final long count = Math.min(atOnce, nblocks - i);
            final int buffer = waits.takeStaging(pe, "put");
            try {
                Strided.copy(
                        sourceAddress + i * sourceStride,
                        sourceStride,
                        channel.stagingAddress(buffer),
                        blockBytes,
                        blockBytes,
                        count);
                write(pe, destOffset + i * blockBytes, buffer, count * blockBytes);
            } catch (Throwable t) {
                channel.staging.taken[buffer] = false;
                throw t;
            }
        }
    }

    private void write(int pe, long destOffset, int buffer, long bytes) {
        long turn = 0;
        while (!channel.writeStaged(pe, destOffset, buffer, bytes)) {
            turn = network.pause(turn, channel, pe, "put");
        }
    }
}
