package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.BarrierPayloads;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.TeamArea;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.TeamHeaps;
import org.jshmem.spi.Checks;

/**
 * Executes collect and fcollect.
 *
 * <p><b>Protocol.</b> Every PE pulls the blocks of all PEs between two barriers: after the first all sources are ready,
 * after the second they may change. Blocks of a few bytes travel as payload of the words of the first barrier; if all
 * do, it is the only one.
 *
 * <ul>
 *   <li>In a collect the payload also has the size and offset of each block, so all PEs detect the same errors.
 *   <li>In an fcollect the PEs of a node share the fetching of blocks of other nodes, see {@link NodeShare}. Where each
 *       PE is a node of its own, small blocks travel with the word of the only barrier.
 * </ul>
 */
final class Collect {
    /** Layout of the payload of a collect: 8 bytes size of the block, 8 bytes heap offset, the data if it fits. */
    private static final long SIZE = 0;

    private static final long PLACE = 8;
    private static final long DATA = 16;
    static final long DATA_BYTES = TeamArea.PAYLOAD_BYTES - DATA;

    private final Team team;
    private final TeamHeaps heaps;
    private final TeamBarrier barrier;
    private final BarrierPayloads payloads;
    private final NodeShare nodeShare;

    Collect(Team team, NodeShare nodeShare) {
        this.team = team;
        this.heaps = team.heaps();
        this.barrier = team.barrier();
        this.payloads = barrier.payloads();
        this.nodeShare = nodeShare;
    }

    void runEqual(long dest, long source, long bytes) {
        final int pes = team.members().size();
        final int me = team.members().me();
        final long to = heaps.own() + dest;
        if (bytes <= TeamArea.PAYLOAD_BYTES) {
            payloads.bring(heaps.own() + source, bytes);
            team.await(CollectiveCall.FCOLLECT, bytes, dest, source, 0);
            for (int pe = 0; pe < pes; pe++) {
                Memory.copyFew(payloads.of(pe), to + pe * bytes, bytes);
            }
            return;
        }
        if (payloads.carries(bytes)) {
            payloads.load(heaps.own() + source, 0, bytes);
            team.await(CollectiveCall.FCOLLECT, bytes, dest, source, 0);
            for (int pe = 0; pe < pes; pe++) {
                Memory.copy(pe == me ? heaps.own() + source : payloads.carried(pe), to + pe * bytes, bytes);
            }
            return;
        }
        team.await(CollectiveCall.FCOLLECT, bytes, dest, source, 0);
        pullEqual(dest, source, bytes);
        team.await(CollectiveCall.FCOLLECT, bytes, dest, source, 0);
    }

    private void pullEqual(long dest, long source, long bytes) {
        final int pes = team.members().size();
        final int me = team.members().me();
        final long to = heaps.own() + dest;
        for (int i = 0; i < pes; i++) {
            final int pe = (me + i) % pes;
            if (nodeShare == null || heaps.base(pe) != 0) {
                heaps.getNbi(pe, source, to + pe * bytes, bytes);
            } else {
                nodeShare.fetch(pe, pe, source, dest + pe * bytes, bytes);
            }
        }
        heaps.quiet();
        for (int pe = 0; nodeShare != null && pe < pes; pe++) {
            if (heaps.base(pe) == 0) {
                nodeShare.share(pe, dest + pe * bytes, bytes);
            }
        }
    }

    void run(long dest, long destBytes, long source, long bytes) {
        final long payload = payloads.mine();
        Memory.put64(payload + SIZE, bytes);
        Memory.put64(payload + PLACE, source);
        if (bytes <= DATA_BYTES) {
            Memory.copyFew(heaps.own() + source, payload + DATA, bytes);
        }
        team.await(CollectiveCall.COLLECT, dest, destBytes, 0, 0);
        check(dest, destBytes, total(destBytes));
        final int pes = team.members().size();
        long to = heaps.own() + dest;
        boolean pulled = false;
        for (int pe = 0; pe < pes; pe++) {
            final long theirs = payloads.of(pe);
            final long size = Memory.get64(theirs + SIZE);
            if (size <= DATA_BYTES) {
                Memory.copyFew(theirs + DATA, to, size);
            } else {
                heaps.getNbi(pe, Memory.get64(theirs + PLACE), to, size);
                pulled = true;
            }
            to += size;
        }
        if (pulled) {
            heaps.quiet();
            team.await(CollectiveCall.COLLECT, dest, destBytes, 0, 0);
        }
    }

    /** The size of all blocks in bytes; {@code destBytes + 1} if they are longer than that, without overflow. */
    private long total(long destBytes) {
        long total = 0;
        for (int pe = 0; pe < team.members().size() && total <= destBytes; pe++) {
            final long size = Memory.get64(payloads.of(pe) + SIZE);
            total = size > destBytes - total ? destBytes + 1 : total + size;
        }
        return total;
    }

    /** Throws if the blocks do not fit or overlap; on all PEs or on none. */
    private void check(long dest, long destBytes, long total) {
        if (total > destBytes) {
            barrier.end();
            throw new IndexOutOfBoundsException(
                    "the blocks of all PEs are longer than dest, which has " + destBytes + " bytes" + sizes());
        }
        for (int pe = 0; Checks.ENABLED && pe < team.members().size(); pe++) {
            final long size = Memory.get64(payloads.of(pe) + SIZE);
            final long place = Memory.get64(payloads.of(pe) + PLACE);
            if (size > 0 && place < dest + total && dest < place + size) {
                barrier.end();
                throw new IllegalArgumentException(
                        "dest, " + total + " bytes at heap offset " + dest + ", and the source of PE " + pe
                                + " of the team, " + size + " bytes at " + place + ", overlap");
            }
        }
    }

    private String sizes() {
        final StringBuilder text = new StringBuilder(": in the team's order");
        for (int pe = 0; pe < team.members().size(); pe++) {
            text.append(' ').append(Memory.get64(payloads.of(pe) + SIZE));
        }
        return text.toString();
    }
}
