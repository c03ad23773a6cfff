package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.BarrierPayloads;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.Contributions;
import org.jshmem.internal.barrier.TeamArea;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.TeamHeaps;

/**
 * Executes alltoall and alltoalls.
 *
 * <p><b>Protocol.</b> Every PE pulls its block from each source between two barriers, beginning with its own source:
 * after the first barrier all sources are ready, after the second they may change. Variants of alltoall:
 *
 * <ul>
 *   <li>PEs count their arrivals, small blocks: the last PE to arrive copies all blocks to all PEs before it releases
 *       the others, as all sources are ready then and all destinations may be written. This takes one barrier.
 *   <li>A source of a few bytes is the payload of the word of the first barrier, which is then the only one.
 *   <li>Each PE is a node of its own, small blocks: they travel with the word of the first barrier, too.
 * </ul>
 */
final class Alltoall implements BarrierPayloads.Combination {
    /** The largest source, in bytes, that the last PE to arrive copies for its owner. */
    static final int MOST_BYTES_FOR_ALL = 512;

    private final Team team;
    private final TeamHeaps heaps;
    private final TeamBarrier barrier;
    private final BarrierPayloads payloads;

    /** Heap offsets of the current call. */
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
        if (bytes <= TeamArea.PAYLOAD_BYTES / pes) {
            payloads.bring(heaps.own() + source, bytes * pes);
            team.await(CollectiveCall.ALLTOALL, bytes, dest, source, 0);
            for (int pe = 0; pe < pes; pe++) {
                Memory.copyFew(payloads.of(pe) + me * bytes, to + pe * bytes, bytes);
            }
            return;
        }
        if (payloads.carries(bytes)) {
            payloads.load(heaps.own() + source, bytes, bytes);
            team.await(CollectiveCall.ALLTOALL, bytes, dest, source, 0);
            for (int pe = 0; pe < pes; pe++) {
                Memory.copy(
                        pe == me ? heaps.own() + source + me * bytes : payloads.carried(pe), to + pe * bytes, bytes);
            }
            return;
        }
        team.await(CollectiveCall.ALLTOALL, bytes, dest, source, 0);
        for (int i = 0; i < pes; i++) {
            final int pe = (me + i) % pes;
            heaps.getNbi(pe, source + me * bytes, to + pe * bytes, bytes);
        }
        heaps.quiet();
        team.await(CollectiveCall.ALLTOALL, bytes, dest, source, 0);
    }

    /** Copies all blocks of all PEs; it has no result. */
    @Override
    public void combine(Contributions unused, long nothing) {
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
