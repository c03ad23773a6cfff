package org.jshmem.internal.team;

import java.util.Arrays;
import org.jshmem.heap.NodeLayout;
import org.jshmem.internal.barrier.BarrierLines;
import org.jshmem.internal.barrier.BarrierRelay;
import org.jshmem.internal.barrier.BarrierRelayInbox;
import org.jshmem.internal.barrier.MessageSender;
import org.jshmem.internal.barrier.TeamArea;
import org.jshmem.internal.barrier.TeamBarrier;
import org.jshmem.internal.barrier.TeamMemory;
import org.jshmem.internal.transport.Topology;
import org.jshmem.internal.waiting.WaitPoints;
import org.jshmem.internal.waiting.WaitPolicy;

/**
 * The control memory of a node, as one of its PEs uses it; makes the barriers of teams.
 *
 * @param control its address
 * @param layout how it is laid out
 * @param teamMemory allocates for teams
 * @param topology which PEs are on which node
 * @param pe this PE
 * @param isCrowded whether the node has more PEs than CPUs; the same on all of them
 * @param waitPoints where threads sleep
 * @param waitPolicy how they wait
 * @param sender sends messages to other nodes; null if there are none
 * @param inbox takes the messages of other nodes
 */
public record ControlMemory(
        long control,
        NodeLayout layout,
        TeamMemory teamMemory,
        Topology topology,
        int pe,
        boolean isCrowded,
        WaitPoints waitPoints,
        WaitPolicy waitPolicy,
        MessageSender sender,
        BarrierRelayInbox inbox) {
    /** The smallest team whose PEs count their arrivals on a crowded node; smaller ones read each other's lines. */
    private static final int FEWEST_TO_COUNT = 3;

    /** The area of the team of all PEs. */
    TeamArea worldArea() {
        return new TeamArea(control + layout.worldOffset(), topology.local().length);
    }

    /** The area of the team of the PEs that share heaps: all of this node, or this PE alone. */
    TeamArea sharedArea(int members) {
        final int index = members == topology.local().length ? 0 : topology.indexOf(pe);
        return new TeamArea(control + layout.sharedTeamOffset(index), members);
    }

    /** The area that another PE of the node has made. */
    TeamArea area(long offset, int members) {
        return new TeamArea(control + offset, members);
    }

    /** The same control memory for teams whose barriers wait in another way. */
    ControlMemory with(WaitPolicy other) {
        return new ControlMemory(
                control, layout, teamMemory, topology, pe, isCrowded, waitPoints, other, sender, inbox);
    }

    /** Where an area is, for other PEs of the node. */
    long offset(TeamArea area) {
        return area.address() - control;
    }

    /** The nodes that a team is on. */
    TeamNodes nodes(Members members) {
        return new TeamNodes(topology, members);
    }

    /** The relay of a team; null if the team is on one node, or if another PE leads this node. */
    BarrierRelay relay(long number, Members members, TeamNodes nodes, TeamArea area) {
        if (nodes.count() == 1 || nodes.leader(nodes.mine()) != members.me()) {
            return null;
        }
        final BarrierRelay relay = new BarrierRelay(sender, number, nodes, area, teamMemory);
        inbox.add(relay);
        return relay;
    }

    /** Ends the relay of a team after its last barrier. */
    void end(BarrierRelay relay) {
        inbox.remove(relay);
        relay.end();
    }

    /** The barrier of a team. */
    TeamBarrier barrier(Members members, TeamNodes nodes, TeamArea area, BarrierRelay relay) {
        final BarrierLines lines = lines(members, nodes, area);
        if (nodes.count() > 1) {
            return TeamBarrier.onSeveralNodes(nodes, area, lines, isCrowded, relay, teamMemory, waitPoints, waitPolicy);
        }
        final boolean counts = isCrowded && members.size() >= FEWEST_TO_COUNT;
        return TeamBarrier.onOneNode(area, lines, counts, waitPoints, waitPolicy);
    }

    /** The lines of the members on this node. */
    private static BarrierLines lines(Members members, TeamNodes nodes, TeamArea area) {
        final int[] pes = Arrays.stream(nodes.local()).map(members::pe).toArray();
        return new BarrierLines(area, pes, nodes.index());
    }
}
