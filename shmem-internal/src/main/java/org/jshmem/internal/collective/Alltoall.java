package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.BarrierPayloads;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.SlotDescriptor;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.TeamHeaps;

/**
 * Implements alltoall and alltoalls.
 *
 * <p><b>Protocol.</b> The way depends on the size of a block:
 *
 * <ul>
 *   <li>Where PEs count their arrivals, the last PE copies all blocks of sources of up to {@link #MOST_BYTES_FOR_ALL}
 *       bytes to all PEs before it releases the others. At that moment all sources are ready and all destinations may
 *       be written: one barrier.
 *   <li>A source of up to {@link SlotDescriptor#PAYLOAD_BYTES} bytes is the payload of a PE's word: one barrier, after
 *       which each PE copies its blocks from the payloads.
 *   <li>Where each PE is a node of its own, small blocks travel with the word of a second barrier.
 *   <li>Otherwise each PE pulls its block of each source between two barriers, its own first. After the first barrier
 *       all sources are ready; after the second they may be changed.
 * </ul>
 */
final class Alltoall implements BarrierPayloads.Combination {
    /** The largest source, in bytes, that one PE copies for all PEs. */
    private static final int MOST_BYTES_FOR_ALL = 512;

    private final Team team;
    private final TeamHeaps heaps;
    private final TeamBarrier barrier;
    private final BarrierPayloads payloads;
    private long dest;
    private long source;
    private long blockBytes;

    Alltoall(Team team) {
        this.team = team;
        this.heaps = team.heaps();
        this.barrier = team.barrier();
        this.payloads = barrier.payloads();
    }

    void run(long toOffset, long fromOffset, long bytes) {
        dest = toOffset;
        source = fromOffset;
        blockBytes = bytes;
        final int pes = team.members().size();
        if (payloads.isCounted() && heaps.mapped() && bytes <= MOST_BYTES_FOR_ALL / pes) {
            payloads.combine(this);
            team.await(CollectiveCall.ALLTOALL, bytes, dest, source, 0);
            return;
        }
        final int me = team.members().me();
        final long to = heaps.own() + dest;
        if (bytes <= SlotDescriptor.PAYLOAD_BYTES / pes) {
            payloads.bring(heaps.own() + source, bytes * pes);
            team.await(CollectiveCall.ALLTOALL, bytes, dest, source, 0);
            for (int pe = 0; pe < pes; pe++) {
                Memory.copyFew(payloads.of(pe) + me * bytes, to + pe * bytes, bytes);
            }
            return;
        }
        team.await(CollectiveCall.ALLTOALL, bytes, dest, source, 0);
        if (payloads.carries(bytes)) {
            payloads.load(heaps.own() + source, bytes, dest + me * bytes, bytes);
            Memory.copy(heaps.own() + source + me * bytes, to + me * bytes, bytes);
        } else {
            for (int i = 0; i < pes; i++) {
                final int pe = (me + i) % pes;
                heaps.getNbi(pe, source + me * bytes, to + pe * bytes, bytes);
            }
            heaps.quiet();
        }
        team.await(CollectiveCall.ALLTOALL, bytes, dest, source, 0);
    }

    /** Copies all blocks of all PEs to all PEs. */
    @Override
    public void combine(long unused) {
        final int pes = team.members().size();
        for (int from = 0; from < pes; from++) {
            long block = heaps.base(from) + source;
            final long place = dest + from * blockBytes;
            for (int pe = 0; pe < pes; pe++) {
                Memory.copyFew(block, heaps.base(pe) + place, blockBytes);
                block += blockBytes;
            }
        }
    }

    void runStrided(
            long toOffset, long destStride, long fromOffset, long sourceStride, long elementBytes, long nelems) {
        dest = toOffset;
        source = fromOffset;
        final int pes = team.members().size();
        final int me = team.members().me();
        final long to = heaps.own() + dest;
        final long bytes = nelems * elementBytes;
        final long strides = CollectiveCall.strides(destStride, sourceStride);
        team.await(CollectiveCall.ALLTOALLS, bytes, dest, source, strides);
        if (nelems == 0) {
            return;
        }
        for (int i = 0; i < pes; i++) {
            final int pe = (me + i) % pes;
            heaps.getBlocks(
                    pe,
                    source + me * nelems * sourceStride,
                    sourceStride,
                    to + pe * nelems * destStride,
                    destStride,
                    elementBytes,
                    nelems);
        }
        team.await(CollectiveCall.ALLTOALLS, bytes, dest, source, strides);
    }
}
