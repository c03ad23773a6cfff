package org.jshmem.internal.team;

import java.util.Arrays;
import org.jshmem.internal.transport.Topology;

/** The nodes of a team, in the order of their first members, with the members on each node, in the team's order. */
public final class TeamNodes {
    /** The members on each node, ascending. */
    private final int[][] nodes;

    /** The node of each member, as an index in {@code nodes}. */
    private final int[] nodeOf;

    private final int mine;
    private final int index;

    /**
     * The nodes of a team.
     *
     * @param inJob for each member the number of its node in the job
     * @param me this PE's number in the team
     */
    TeamNodes(int[] inJob, int me) {
        this.nodes = Topology.group(inJob);
        this.nodeOf = new int[inJob.length];
        for (int node = 0; node < nodes.length; node++) {
            for (int member : nodes[node]) {
                nodeOf[member] = node;
            }
        }
        this.mine = nodeOf[me];
        this.index = Arrays.binarySearch(nodes[mine], me);
    }

    /** The number of nodes. */
    public int count() {
        return nodes.length;
    }

    /** The node of a member. */
    public int of(int member) {
        return nodeOf[member];
    }

    /** The members on each node; not to be changed. */
    public int[][] members() {
        return nodes;
    }

    /** This PE's node. */
    public int mine() {
        return mine;
    }

    /** The members on this PE's node; not to be changed. */
    public int[] local() {
        return nodes[mine];
    }

    /** The index of this PE in {@link #local()}. */
    public int index() {
        return index;
    }

    /** The first member on a node; it sends and receives for the node. */
    public int leader(int node) {
        return nodes[node][0];
    }
}
