package org.jshmem.internal.team;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.jshmem.internal.barrier.RelayNodes;
import org.jshmem.internal.transport.Topology;

/** The nodes of a team, in the order of their first members, with the members on this node, in the team's order. */
public final class TeamNodes implements RelayNodes {
    private final Topology topology;
    private final Members members;

    /** By number in the job, the number of a node here; {@link Members#NONE} for nodes without members. */
    private final int[] numbers;

    /** Of each node: its first member, and how many there are. */
    private final int[] leaders;

    private final int[] sizes;

    /** In the team's order, how often the next member is on another node. */
    private final int changes;

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
        int changed = 0;
        int last = Members.NONE;
        for (int member = 0; member < members.size(); member++) {
            final int inJob = topology.nodeOf(members.pe(member));
            if (numbers[inJob] == Members.NONE) {
                first[nodes] = member;
                numbers[inJob] = nodes++;
            }
            count[numbers[inJob]]++;
            changed += inJob == last || last == Members.NONE ? 0 : 1;
            last = inJob;
        }
        this.changes = changed;
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
    @Override
    public int count() {
        return leaders.length;
    }

    /** The node of a member. */
    public int of(int member) {
        return numbers[topology.nodeOf(members.pe(member))];
    }

    /** The members on each node, ascending, in lists that each call makes: they are as long as the team is large. */
    @Override
    public int[][] members() {
        return Topology.group(IntStream.range(0, members.size()).map(this::of).toArray());
    }

    /** This PE's node. */
    @Override
    public int mine() {
        return of(members.me());
    }

    /** The members on this PE's node; not to be changed. */
    @Override
    public int[] local() {
        return local;
    }

    /** The index of this PE in {@link #local()}. */
    public int index() {
        return index;
    }

    /** The first member on a node; it sends and receives for the node. */
    @Override
    public int leader(int node) {
        return leaders[node];
    }

    /** The number of members on a node. */
    @Override
    public int size(int node) {
        return sizes[node];
    }

    /** The runs of members of one node that follow one another in the team. */
    public int runs() {
        return changes + 1;
    }

    @Override
    public boolean areConsecutive() {
        return runs() == count();
    }

    @Override
    public int pes() {
        return members.size();
    }

    @Override
    public int pe(int member) {
        return members.pe(member);
    }
}
