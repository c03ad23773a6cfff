package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.BarrierPayloads;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.barrier.TeamArea;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.TeamHeaps;

/**
 * Broadcasts bytes from one PE of a team.
 *
 * <p><b>Protocol.</b> A few bytes travel as payload of the root's barrier word, in one barrier. More bytes are moved
 * between two barriers: after the first the source is ready and every destination may be written, after the second the
 * source may change. In general each PE, the root too, pulls to its own destination. Variants:
 *
 * <ul>
 *   <li>Each PE is a node of its own, up to a few kilobytes: they travel with the root's word in one barrier, too.
 *   <li>Three or more nodes: the nodes other than the root's fetch ranges and exchange them ({@link BroadcastAcross}).
 *   <li>Several nodes: the PEs of a node other than the root's share the fetch ({@link NodeShare}).
 *   <li>All heaps mapped, large: the copies are cut into blocks, and a PE that has done its own helps the others
 *       ({@link WorkShares}).
 * </ul>
 */
final class Broadcast {
    /** The size from which a copy by two CPUs is faster than by one. */
    static final long BLOCK_BYTES = 128 << 10;

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
        final boolean small = bytes <= TeamArea.PAYLOAD_BYTES;
        if (!small && payloads.carries(bytes)) {
            carry(dest, source, bytes, root);
            return;
        }
        if (small) {
            if (root == team.members().me()) {
                payloads.bring(heaps.own() + source, bytes);
            }
            payloads.pick(root, bytes);
        } else {
            workShares.reset();
        }
        team.await(CollectiveCall.BROADCAST, bytes, dest, source, root);
        if (small) {
            Memory.copyFew(payloads.of(root), heaps.own() + dest, bytes);
            return;
        }
        if (across.suits(bytes)) {
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
        final boolean isRoot = root == team.members().me();
        if (isRoot) {
            payloads.load(heaps.own() + source, 0, bytes);
        }
        team.await(CollectiveCall.BROADCAST, bytes, dest, source, root);
        Memory.copy(isRoot ? heaps.own() + source : payloads.carried(root), heaps.own() + dest, bytes);
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
