package org.jshmem.internal.team;

import java.util.Arrays;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.barrier.BarrierLines;
import org.jshmem.internal.barrier.BarrierRelay;
import org.jshmem.internal.barrier.CentralCounter;
import org.jshmem.internal.barrier.MessageSender;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;

/**
 * The control memory of a node, as one of its PEs uses it; makes the barriers of teams.
 *
 * @param control its address
 * @param layout how it is laid out
 * @param topology which PEs are on which node
 * @param pe this PE
 * @param isCrowded whether the node has more PEs than CPUs; the same on all of them
 * @param waitPoints where threads sleep
 * @param waitPolicy how they wait
 * @param sender sends messages to other nodes; null if there are none
 */
public record ControlMemory(
        long control,
        NodeLayout layout,
        Topology topology,
        int pe,
        boolean isCrowded,
        WaitPoints waitPoints,
        WaitPolicy waitPolicy,
        MessageSender sender) {
    /** The smallest team that uses a {@link CentralCounter} on a crowded node; smaller ones read each other's lines. */
    private static final int FEWEST_TO_COUNT = 3;

    /** The address of a slot of PE {@code of}. */
    long slot(int of, int slot) {
        return control + layout.slotOffset(topology.indexOf(of), slot);
    }

    /** The nodes that a team is on. */
    TeamNodes nodes(Members members) {
        return new TeamNodes(Arrays.stream(members.pes()).map(topology::nodeOf).toArray(), members.me());
    }

    /** The barrier of a team, whose numbers follow those up to {@code last}. */
    TeamBarrier barrier(int slot, Members members, TeamNodes nodes, long last) {
        final int[] pes = members.pes();
        final long[] slots = Arrays.stream(pes).mapToLong(of -> slot(of, slot)).toArray();
        final BarrierRelay relay = nodes.count() == 1
                ? null
                : new BarrierRelay(sender, slot, pes, nodes.members(), nodes.mine(), members.me());
        final CentralCounter central = isCrowded && relay == null && pes.length >= FEWEST_TO_COUNT
                ? new CentralCounter(slots[0], pes.length)
                : null;
        return new TeamBarrier(
                new BarrierLines(slots, pes, members.me()), last, relay, central, waitPoints, waitPolicy);
    }
}
