package org.jshmem.internal.team;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jshmem.internal.transport.Topology;

/** The nodes of a team, in the order of their first members, with the members on this node, in the team's order. */
public final class TeamNodes {
    private final Topology topology;
    private final Members members;

    /** By number in the job, the number of a node here; {@link Members#NONE} for nodes without members. */
    private final int[] numbers;

    /** Of each node: its first member, and how many there are. */
    private final int[] leaders;

    private final int[] sizes;

    /** The members on this node, ascending, and the index of this PE among them. */
    private final int[] local;

    private final int index;

    /** The nodes of a team. */
    TeamNodes(Topology topology, Members members) {
        this.topology = topology;
        this.members = members;
        this.numbers = new int[topology.nodes()];
        Arrays.fill(numbers, Members.NONE);
        final int[] first = new int[topology.nodes()];
        final int[] count = new int[topology.nodes()];
        int nodes = 0;
        for (int member = 0; member < members.size(); member++) {
            final int inJob = topology.nodeOf(members.pe(member));
            if (numbers[inJob] == Members.NONE) {
                first[nodes] = member;
                numbers[inJob] = nodes++;
            }
            count[numbers[inJob]]++;
        }
        this.leaders = Arrays.copyOf(first, nodes);
        this.sizes = Arrays.copyOf(count, nodes);
        this.local = Arrays.stream(topology.local())
                .map(members::indexOf)
                .filter(member -> member != Members.NONE)
                .sorted()
                .toArray();
        this.index = Arrays.binarySearch(local, members.me());
    }

    /** The number of nodes. */
    public int count() {
        return leaders.length;
    }

    /** The node of a member. */
    public int of(int member) {
        return numbers[topology.nodeOf(members.pe(member))];
    }

    /** The members on each node, ascending, in lists that each call makes: they are as long as the team is large. */
    public int[][] members() {
        return Topology.group(IntStream.range(0, members.size()).map(this::of).toArray());
    }

    /** This PE's node. */
    public int mine() {
        return of(members.me());
    }

    /** The members on this PE's node; not to be changed. */
    public int[] local() {
        return local;
    }

    /** The index of this PE in {@link #local()}. */
    public int index() {
        return index;
    }

    /** The first member on a node; it sends and receives for the node. */
    public int leader(int node) {
        return leaders[node];
    }

    /** The number of members on a node. */
    public int size(int node) {
        return sizes[node];
    }
}
