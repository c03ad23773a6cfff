package org.jshmem.internal.sync;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jshmem.heap.Memory;

/**
 * Carries the lines of a team's PEs to the other nodes that the team is on.
 *
 * <p><b>Protocol.</b> On each node the first of the team's PEs is its leader. When all PEs of its node have come to a meeting, it sends
 * their lines to leaders of other nodes, whose {@link RelayInbox} writes them to the control memory there. With up to {@link #RADIX}
 * nodes each leader sends to all others at once. With more, lines go on: in a round a leader sends all it has, that is the lines of its own
 * and of the {@code have − 1} nodes before it, to the leaders that are 1, 2, … times {@code have} ahead, and waits for the same from those
 * behind; then it has {@code RADIX} times as many (Bruck et al. [1]). After the logarithm of the number of nodes all are everywhere.
 *
 * <p>A line of meeting n + 2 is sent only after its node has seen all lines of meeting n + 1, which no node sends before all its PEs have
 * come to that and so are done with the lines of meeting n. So a line is never overwritten while someone reads it.
 *
 * <p>[1] J. Bruck, C.-T. Ho, S. Kipnis, D. Weathersby: Efficient algorithms for all-to-all communications in multi-port message-passing
 * systems, SPAA 1994.
 */
public final class Relay {
    /** Nodes that are reached in one round. */
    private static final int RADIX = 8;

    private final Post post;
    private final int slot;
    private final int[] pes;
    private final int me;

    private final int[][] nodes;
    private final int mine;
    private final Arena arena = Arena.ofAuto();
    private MemorySegment message;

    /**
     * The way of a team.
     *
     * @param post to other nodes
     * @param slot the team's slot
     * @param pes the members' numbers in the job; not to be changed
     * @param nodes the members on each node, by index in {@code pes}; not to be changed
     * @param mine which of them is this node
     * @param me this PE's index in {@code pes}
     */
    public Relay(Post post, int slot, int[] pes, int[][] nodes, int mine, int me) {
        this.post = post;
        this.slot = slot;
        this.pes = pes;
        this.me = me;
        this.nodes = nodes;
        this.mine = mine;
    }

    /**
     * Whether leaders of so many nodes send to one another at once.
     *
     * @param nodes how many
     * @return so that a line comes from its own node
     */
    public static boolean isDirect(int nodes) {
        return nodes <= RADIX;
    }

    /** Brings all lines of a meeting to this node; the caller has written its own. */
    void carry(Meeting meeting, int payloadBytes) {
        if (nodes[mine][0] != me) {
            return;
        }
        await(meeting, mine);
        int have = 1;
        while (have < nodes.length) {
            for (int step = 1; step < RADIX && step * have < nodes.length; step++) {
                final int to = (mine + step * have) % nodes.length;
                send(meeting, payloadBytes, pes[nodes[to][0]], Math.min(have, nodes.length - step * have));
            }
            final int next = Math.min(have * RADIX, nodes.length);
            for (int behind = have; behind < next; behind++) {
                await(meeting, before(behind));
            }
            have = next;
        }
    }

    private int before(int behind) {
        return Math.floorMod(mine - behind, nodes.length);
    }

    private void await(Meeting meeting, int node) {
        for (int member : nodes[node]) {
            if (member != me) {
                meeting.await(member);
            }
        }
    }

    /** Sends the lines of this node and of some before it. */
    private void send(Meeting meeting, int payloadBytes, int leader, int count) {
        final int most = RelayInbox.lines(post.maxMessageBytes(), payloadBytes);
        final long start = message(payloadBytes);
        int lines = 0;
        for (int behind = 0; behind < count; behind++) {
            for (int member : nodes[before(behind)]) {
                final long entry = start + RelayInbox.bytes(lines++, payloadBytes);
                meeting.copyLine(member, entry, payloadBytes);
                Memory.put64(entry + RelayInbox.PE, pes[member]);
                if (lines == most) {
                    send(meeting, payloadBytes, leader, start, lines);
                    lines = 0;
                }
            }
        }
        if (lines > 0) {
            send(meeting, payloadBytes, leader, start, lines);
        }
    }

    private void send(Meeting meeting, int payloadBytes, int leader, long start, int lines) {
        Memory.put32(start + RelayInbox.SLOT, slot);
        Memory.put32(start + RelayInbox.PAYLOAD_BYTES, payloadBytes);
        Memory.put64(start + RelayInbox.NUMBER, meeting.number());
        post.send(leader, start, RelayInbox.bytes(lines, payloadBytes));
    }

    /** Where messages are made; larger ones are rare, and the memory stays. */
    private long message(int payloadBytes) {
        final int bytes = Math.min(post.maxMessageBytes(), RelayInbox.bytes(pes.length, payloadBytes));
        if (message == null || message.byteSize() < bytes) {
            message = arena.allocate(bytes, Long.BYTES);
        }
        return message.address();
    }
}
