package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.BarrierPayloads;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.SlotDescriptor;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.TeamHeaps;

/**
 * Broadcast.
 *
 * <p><b>Protocol.</b> A few bytes go with the root's word: one barrier. More are pulled: in a first barrier all arrive,
 * so that the source is ready and every destination may be written; each PE copies to its own destination, the root
 * too; after a second barrier the source may be changed. Where each PE is a node of its own, the word of the root's
 * second barrier brings up to a few kilobytes along. The PEs of another node share the work, see {@link NodeShare}, and
 * many nodes too, see {@link BroadcastAcross}. Large copies are cut in blocks, and a PE that is done with its own
 * copies blocks to the others.
 */
final class Broadcast {
    /** Where two CPUs on one copy begin to pay. */
    private static final long BLOCK_BYTES = 128 << 10;

    private final Team team;
    private final TeamHeaps heaps;
    private final TeamBarrier barrier;
    private final BarrierPayloads payloads;
    private final WorkShares workShares;
    private final NodeShare nodeShare;
    private final BroadcastAcross across;

    Broadcast(Team team, WorkShares workShares, NodeShare nodeShare) {
        this.team = team;
        this.heaps = team.heaps();
        this.barrier = team.barrier();
        this.payloads = barrier.payloads();
        this.workShares = workShares;
        this.nodeShare = nodeShare;
        this.across = new BroadcastAcross(team, nodeShare);
    }

    void run(long dest, long source, long bytes, int root) {
        final boolean small = bytes <= SlotDescriptor.PAYLOAD_BYTES;
        if (small) {
            if (root == team.members().me()) {
                payloads.bring(heaps.own() + source, bytes);
            } else {
                payloads.expect(bytes);
            }
        } else {
            workShares.reset();
        }
        team.await(CollectiveCall.BROADCAST, bytes, dest, source, root);
        if (small) {
            Memory.copyFew(payloads.of(root), heaps.own() + dest, bytes);
            return;
        }
        if (payloads.carries(bytes)) {
            carry(dest, source, bytes, root);
        } else if (across.suits(bytes)) {
            across.run(dest, source, bytes, root);
        } else if (nodeShare != null && heaps.base(root) == 0) {
            nodeShare.fetch(0, root, source, dest, bytes);
            heaps.quiet();
            nodeShare.share(0, dest, bytes);
        } else if (bytes <= BLOCK_BYTES || !heaps.mapped()) {
            heaps.get(root, source, heaps.own() + dest, bytes);
        } else {
            share(dest, heaps.base(root) + source, bytes);
        }
        team.await(CollectiveCall.BROADCAST, bytes, dest, source, root);
    }

    private void carry(long dest, long source, long bytes, int root) {
        if (root == team.members().me()) {
            payloads.load(heaps.own() + source, 0, dest, bytes);
            Memory.copy(heaps.own() + source, heaps.own() + dest, bytes);
        }
    }

    private void share(long dest, long from, long bytes) {
        final int pes = team.members().size();
        final int blocks = Math.toIntExact(Math.ceilDiv(bytes, BLOCK_BYTES));
        for (int i = 0; i < pes; i++) {
            final int owner = (team.members().me() + i) % pes;
            final long to = heaps.base(owner) + dest;
            for (int block = workShares.next(owner, blocks); block < blocks; block = workShares.next(owner, blocks)) {
                final long done = block * BLOCK_BYTES;
                Memory.copy(from + done, to + done, Math.min(BLOCK_BYTES, bytes - done));
            }
        }
    }
}
