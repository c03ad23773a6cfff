package org.jshmem.internal.collective;

import org.jshmem.heap.Memory;
import org.jshmem.internal.sync.Call;
import org.jshmem.internal.sync.Meeting;
import org.jshmem.internal.sync.SlotDescriptor;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.TeamHeaps;

/**
 * Broadcast.
 *
 * <p><b>Protocol.</b> A few bytes go with the root's word: one meeting. More are pulled: in a first meeting all arrive, so that the source
 * is ready and every destination may be written; each PE copies to its own destination, the root too; after a second meeting the
 * source may be changed. Where each PE is a node of its own, the word of the root's second meeting brings up to a few kilobytes along. The
 * PEs of another node share the work, see {@link Neighbours}, and many nodes too, see {@link BroadcastAcross}.
 * Large copies are cut in blocks, and a PE that is done with its own copies blocks to the others.
 */
final class Broadcast {
    /** Where two CPUs on one copy begin to pay. */
    private static final long BLOCK_BYTES = 128 << 10;

    private final Team team;
    private final TeamHeaps heaps;
    private final Meeting meeting;
    private final Claims claims;
    private final Neighbours neighbours;
    private final BroadcastAcross across;

    Broadcast(Team team, Claims claims, Neighbours neighbours) {
        this.team = team;
        this.heaps = team.heaps();
        this.meeting = team.meeting();
        this.claims = claims;
        this.neighbours = neighbours;
        this.across = new BroadcastAcross(team, neighbours);
    }

    void run(long dest, long source, long bytes, int root) {
        final boolean small = bytes <= SlotDescriptor.PAYLOAD_BYTES;
        if (small) {
            if (root == team.members().me()) {
                meeting.bring(heaps.own() + source, bytes);
            } else {
                meeting.expect(bytes);
            }
        } else {
            claims.reset();
        }
        team.meet(Call.BROADCAST, bytes, dest, source, root);
        if (small) {
            Memory.copyFew(meeting.payload(root), heaps.own() + dest, bytes);
            return;
        }
        if (meeting.carries(bytes)) {
            carry(dest, source, bytes, root);
        } else if (across.suits(bytes)) {
            across.run(dest, source, bytes, root);
        } else if (neighbours != null && heaps.base(root) == 0) {
            neighbours.fetch(0, root, source, dest, bytes);
            heaps.quiet();
            neighbours.share(0, dest, bytes);
        } else if (bytes <= BLOCK_BYTES || !heaps.mapped()) {
            heaps.get(root, source, heaps.own() + dest, bytes);
        } else {
            share(dest, heaps.base(root) + source, bytes);
        }
        team.meet(Call.BROADCAST, bytes, dest, source, root);
    }

    private void carry(long dest, long source, long bytes, int root) {
        if (root == team.members().me()) {
            meeting.load(heaps.own() + source, 0, dest, bytes);
            Memory.copy(heaps.own() + source, heaps.own() + dest, bytes);
        }
    }

    private void share(long dest, long from, long bytes) {
        final int pes = team.members().size();
        final int blocks = Math.toIntExact(Math.ceilDiv(bytes, BLOCK_BYTES));
        for (int i = 0; i < pes; i++) {
            final int owner = (team.members().me() + i) % pes;
            final long to = heaps.base(owner) + dest;
            for (int block = claims.next(owner, blocks); block < blocks; block = claims.next(owner, blocks)) {
                final long done = block * BLOCK_BYTES;
                Memory.copy(from + done, to + done, Math.min(BLOCK_BYTES, bytes - done));
            }
        }
    }
}
