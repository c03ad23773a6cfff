package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.BarrierPayloads;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.SlotDescriptor;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.TeamHeaps;

/**
 * Implements broadcast.
 *
 * <p><b>Protocol.</b> The way depends on the size:
 *
 * <ul>
 *   <li>Up to {@link SlotDescriptor#PAYLOAD_BYTES} bytes are the payload of the root's word: one barrier.
 *   <li>Where each PE is a node of its own, a few kilobytes travel with the root's word of a second barrier.
 *   <li>Otherwise each PE, the root included, pulls the source to its own destination between two barriers. After the
 *       first barrier the source is ready and all destinations may be written; after the second the source may be
 *       changed. Large copies are cut into blocks, and a PE that has finished its own copies blocks for others
 *       ({@link WorkShares}).
 * </ul>
 *
 * <p>The PEs of one node share what they fetch from another node ({@link NodeShare}); several nodes share what they
 * fetch from the root ({@link BroadcastAcross}).
 */
final class Broadcast {
    /** The size in bytes from which two CPUs are faster than one at the same copy; also the size of a block. */
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
