package org.jshmem.internal.transport;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The nodes of a job, which are the groups of PEs that share memory, and the index of each PE on its node. Nodes are
 * numbered in the order of their first PEs.
 *
 * <p>In the control memory of a node, every PE of the job has an index: first the PEs of the node, in order, then the
 * PEs of other nodes, whose lines are filled by messages.
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
     * Groups places by node.
     *
     * @param nodeOf for each place its node
     * @return for each node, in the order of their first places, its places in order
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
     * @param keys of each PE, equal on PEs that share memory
     * @return its nodes
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
     * A job on one node.
     *
     * @param me this PE
     * @param pes how many there are
     * @return one node
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
     * In a ring of all nodes, the lowest PE of the node behind this one.
     *
     * @return −1 on PEs that are not the lowest of their node, and where there is no other node
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
     * A PE's index in this node's control memory.
     *
     * @param pe a PE of the job
     * @return from 0; below {@code local().length} for PEs of this node
     */
    public int indexOf(int pe) {
        return indexOf[pe];
    }
}
