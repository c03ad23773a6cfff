package org.jshmem.internal.barrier;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jshmem.heap.Memory;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;

/**
 * The PEs of one node of a simulated job, with the barriers that the runtime itself uses. Nothing waits: a PE arrives,
 * the leader goes on as far as it can, and PEs leave once it has released them. In this package because it drives the
 * steps of a {@link TeamBarrier} one by one.
 */
public final class SimulatedNode {
    private static final long TEAM = 1;
    private static final long LEAST_TEAM_BYTES = 64 << 10;

    /** The PEs of a simulated job on their nodes, as one node sees them. */
    private static final class Nodes implements RelayNodes {
        private final int pes;
        private final int[][] members;
        private final int mine;

        Nodes(int pes, int[][] members, int mine) {
            this.pes = pes;
            this.members = members;
            this.mine = mine;
        }

        @Override
        public int pes() {
            return pes;
        }

        @Override
        public int[][] members() {
            return members;
        }

        @Override
        public int mine() {
            return mine;
        }

        @Override
        public int count() {
            return members.length;
        }

        @Override
        public int leader(int node) {
            return members[node][0];
        }

        @Override
        public int size(int node) {
            return members[node].length;
        }

        @Override
        public int[] local() {
            return members[mine];
        }

        @Override
        public int pe(int member) {
            return member;
        }

        @Override
        public boolean areConsecutive() {
            return true;
        }
    }

    private final BarrierRelayInbox inbox;
    private final BarrierRelay relay;
    private final TeamBarrier[] barriers;

    /** What each PE has brought, and its word, until it leaves. */
    private final long[] words;

    private final MemorySegment brought;
    private final MemorySegment received;

    /**
     * A node of a team of all PEs.
     *
     * @param arena where its memory is
     * @param sender to other nodes
     * @param pes the number of PEs
     * @param nodes the PEs on each node
     * @param mine this node's index in {@code nodes}
     * @param gathers whether the PEs will gather payloads, which takes memory for each PE of the job
     */
    public SimulatedNode(Arena arena, MessageSender sender, int pes, int[][] nodes, int mine, boolean gathers) {
        final int local = nodes[mine].length;
        final long teams = NodeLayout.HEADER_BYTES + NodeLayout.teamBytes(local);
        final long teamBytes = gathers ? LEAST_TEAM_BYTES + 4L * pes * BarrierRelay.STRIDE : 0;
        final long base =
                arena.allocate(teams + teamBytes, NodeLayout.HEADER_BYTES).address();
        final TeamArea area = new TeamArea(base + NodeLayout.HEADER_BYTES, local);
        final TeamMemory memory =
                new TeamMemory(base, NodeLayout.TEAM_BYTES_TAKEN_OFFSET, teams, teamBytes, (offset, bytes) -> true);
        final WaitPoints waitPoints = new WaitPoints(base, new long[0]);
        this.inbox = new BarrierRelayInbox(base);
        final Nodes ofTeam = new Nodes(pes, nodes, mine);
        this.relay = new BarrierRelay(sender, TEAM, ofTeam, area, memory);
        inbox.add(relay);
        this.words = new long[local];
        this.barriers = new TeamBarrier[local];
        Arrays.setAll(
                barriers,
                member -> TeamBarrier.onSeveralNodes(
                        ofTeam,
                        area,
                        new BarrierLines(area, nodes[mine], member),
                        false,
                        member == 0 ? relay : null,
                        memory,
                        waitPoints,
                        WaitPolicy.endless(false)));
        this.brought = arena.allocate(TeamArea.PAYLOAD_BYTES * (long) local, Long.BYTES);
        this.received = arena.allocate(sender.maxMessageBytes(), Long.BYTES);
    }

    /**
     * The rounds of messages of a barrier.
     *
     * @param nodes the number of nodes
     * @return the logarithm to the base eight, rounded up
     */
    public static int rounds(int nodes) {
        return nodes == 1 ? 0 : BarrierRelay.rounds(nodes);
    }

    /**
     * The payloads of a PE, for the barrier that it comes to next or the one that it has left.
     *
     * @param member its index on the node
     * @return always the same
     */
    public BarrierPayloads payloads(int member) {
        return barriers[member].payloads();
    }

    /**
     * Memory for what a PE brings.
     *
     * @param member its index on the node
     * @return the address, with room for a payload
     */
    public long brought(int member) {
        return brought.address() + member * (long) TeamArea.PAYLOAD_BYTES;
    }

    /**
     * A PE arrives at its next barrier.
     *
     * @param member its index on the node
     * @param call what it calls
     * @param argument the call's first argument
     * @param vote 0 or 1
     */
    public void arrive(int member, CollectiveCall call, long argument, int vote) {
        words[member] = barriers[member].arrive(call, argument, 0, 0, 0, vote);
    }

    /** The PEs that are heads of groups tell it when all of theirs have come; called when all of this node have. */
    public void climb() {
        for (int member = barriers.length - 1; member > 0; member--) {
            barriers[member].climb();
        }
    }

    /**
     * The lines that are read one after the other until the leader knows that all PEs of its node have come; as many
     * are read until all know that it has released them.
     *
     * @return those of the levels of a {@link BarrierTree}
     */
    public int linesInARow() {
        int lines = 0;
        for (int left = barriers.length; left > 1; left = Math.ceilDiv(left, NodeLayout.TEAM_GROUP)) {
            lines += Math.min(left, NodeLayout.TEAM_GROUP) - 1;
        }
        return lines;
    }

    /**
     * The leader goes on.
     *
     * @return whether the PEs of this node may leave the barrier
     */
    public boolean advance() {
        return relay.advance();
    }

    /**
     * A PE leaves its barrier, after {@link #advance} has permitted it.
     *
     * @param member its index on the node
     * @return what {@link TeamBarrier#exchange(CollectiveCall, long, long, long, int)} returns
     */
    public int leave(int member) {
        return barriers[member].complete(words[member], (int) words[member] & 1);
    }

    /**
     * A message arrives.
     *
     * @param message its bytes
     */
    public void receive(byte[] message) {
        Memory.copy(MemorySegment.ofArray(message), 0, received.address(), message.length);
        inbox.receive(received.address(), message.length);
    }
}
