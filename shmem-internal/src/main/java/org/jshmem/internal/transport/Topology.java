package org.jshmem.internal.transport;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The nodes of a job: a node is the set of PEs that share memory. Nodes are numbered in the order of their lowest PEs.
 *
 * <p>Every PE of the job also has an index in the control memory of this node: first the PEs of this node, in order,
 * then those of other nodes, whose control memory here is written by messages.
 */
public final class Topology {
    private final int me;
    private final int[] nodeOf;
    private final int[][] pesOf;
    private final int[] indexOf;

    private Topology(int me, int[] nodeOf) {
        this.me = me;
        this.nodeOf = nodeOf;
        this.pesOf = group(nodeOf);
        this.indexOf = new int[nodeOf.length];
        int guest = pesOf[nodeOf[me]].length;
        int local = 0;
        for (int pe = 0; pe < nodeOf.length; pe++) {
            indexOf[pe] = isLocal(pe) ? local++ : guest++;
        }
    }

    /**
     * Groups indices by node.
     *
     * @param nodeOf for each index its node
     * @return for each node its indices in ascending order; nodes in the order of their first indices
     */
    public static int[][] group(int[] nodeOf) {
        int most = 0;
        for (int node : nodeOf) {
            most = Math.max(most, node + 1);
        }
        final int[] sizes = new int[most];
        final int[] groupOf = new int[most];
        int count = 0;
        for (int node : nodeOf) {
            if (sizes[node]++ == 0) {
                groupOf[node] = count++;
            }
        }
        final int[][] groups = new int[count][];
        final int[] filled = new int[count];
        for (int place = 0; place < nodeOf.length; place++) {
            final int group = groupOf[nodeOf[place]];
            if (groups[group] == null) {
                groups[group] = new int[sizes[nodeOf[place]]];
            }
            groups[group][filled[group]++] = place;
        }
        return groups;
    }

    /**
     * The topology of a job.
     *
     * @param me this PE
     * @param keys the key of each PE, equal for PEs that share memory
     * @return the topology
     */
    public static Topology of(int me, byte[][] keys) {
        final Map<String, Integer> nodes = new HashMap<>();
        final int[] nodeOf = new int[keys.length];
        for (int pe = 0; pe < keys.length; pe++) {
            final Integer known = nodes.putIfAbsent(Arrays.toString(keys[pe]), nodes.size());
            nodeOf[pe] = known == null ? nodes.size() - 1 : known;
        }
        return new Topology(me, nodeOf);
    }

    /**
     * The topology of a job on one node.
     *
     * @param me this PE
     * @param pes the number of PEs
     * @return the topology
     */
    public static Topology oneNode(int me, int pes) {
        return new Topology(me, new int[pes]);
    }

    /**
     * The number of PEs.
     *
     * @return at least 1
     */
    public int pes() {
        return nodeOf.length;
    }

    /**
     * The number of nodes.
     *
     * @return at least 1
     */
    public int nodes() {
        return pesOf.length;
    }

    /**
     * The node of a PE.
     *
     * @param pe a PE of the job
     * @return from 0
     */
    public int nodeOf(int pe) {
        return nodeOf[pe];
    }

    /**
     * The PEs of this node.
     *
     * @return in order; not to be changed
     */
    public int[] local() {
        return pesOf[nodeOf[me]];
    }

    /**
     * The lowest PE of the next node, in a ring of all nodes.
     *
     * @return −1 if this PE is not the lowest of its node, or if there is no other node
     */
    public int nextLeader() {
        return nodes() == 1 || local()[0] != me ? -1 : pesOf[(nodeOf[me] + 1) % nodes()][0];
    }

    /**
     * Whether a PE is on this node.
     *
     * @param pe a PE of the job
     * @return true for this PE
     */
    public boolean isLocal(int pe) {
        return nodeOf[pe] == nodeOf[me];
    }

    /**
     * A PE's index among the PEs of its node.
     *
     * @param pe a PE of the job
     * @return from 0
     */
    public int indexOnItsNode(int pe) {
        return Arrays.binarySearch(pesOf[nodeOf[pe]], pe);
    }

    /**
     * A PE's index in this node's control memory.
     *
     * @param pe a PE of the job
     * @return from 0; below {@code local().length} for PEs of this node
     */
    public int indexOf(int pe) {
        return indexOf[pe];
    }
}
