package org.jshmem.internal.transport;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The nodes of a job: a node is the set of PEs that share memory. Nodes are numbered in the order of their lowest PEs.
 *
 * <p>Every PE of the job also has an index in the control memory of this node: first the PEs of this node, in order,
 * then those of other nodes, whose control memory here is written by messages.
 *
 * <p>Where the launcher has placed the PEs in a pattern, the size does not depend on the number of PEs of other nodes
 * ({@link Placement}).
 */
public final class Topology {
    private final int me;
    private final Placement placement;
    private final int nodes;

    /** This PE's node, and its PEs in order. */
    private final int mine;

    private final int[] local;

    private Topology(int me, int[] nodeOf, int nodes) {
        this.me = me;
        this.nodes = nodes;
        this.mine = nodeOf[me];
        this.placement = new Placement(nodeOf, nodes);
        this.local = IntStream.range(0, nodeOf.length)
                .filter(pe -> nodeOf[pe] == mine)
                .toArray();
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
        final Map<ByteBuffer, Integer> nodes = new HashMap<>();
        final int[] nodeOf = new int[keys.length];
        for (int pe = 0; pe < keys.length; pe++) {
            final Integer known = nodes.putIfAbsent(ByteBuffer.wrap(keys[pe]), nodes.size());
            nodeOf[pe] = known == null ? nodes.size() - 1 : known;
        }
        return new Topology(me, nodeOf, nodes.size());
    }

    /**
     * The topology of a job on one node.
     *
     * @param me this PE
     * @param pes the number of PEs
     * @return the topology
     */
    public static Topology oneNode(int me, int pes) {
        return new Topology(me, new int[pes], 1);
    }

    /**
     * The number of PEs.
     *
     * @return at least 1
     */
    public int pes() {
        return placement.pes();
    }

    /**
     * The number of nodes.
     *
     * @return at least 1
     */
    public int nodes() {
        return nodes;
    }

    /**
     * The node of a PE.
     *
     * @param pe a PE of the job
     * @return from 0
     */
    public int nodeOf(int pe) {
        return placement.node(pe);
    }

    /**
     * The PEs of this node.
     *
     * @return in order; not to be changed
     */
    public int[] local() {
        return local;
    }

    /**
     * The lowest PE of the next node, in a ring of all nodes.
     *
     * @return −1 if this PE is not the lowest of its node, or if there is no other node
     */
    public int nextLeader() {
        return nodes == 1 || local[0] != me ? -1 : placement.lowestPe((mine + 1) % nodes);
    }

    /**
     * Whether a PE is on this node.
     *
     * @param pe a PE of the job
     * @return true for this PE
     */
    public boolean isLocal(int pe) {
        return placement.node(pe) == mine;
    }

    /**
     * A PE's index among the PEs of its node.
     *
     * @param pe a PE of the job
     * @return from 0
     */
    public int indexOnItsNode(int pe) {
        return placement.index(pe);
    }

    /**
     * A PE's index in this node's control memory.
     *
     * @param pe a PE of the job
     * @return from 0; below {@code local().length} for PEs of this node
     */
    public int indexOf(int pe) {
        final int found = Arrays.binarySearch(local, pe);
        return found >= 0 ? found : local.length + pe - lower(found);
    }

    /** The number of PEs of this node below one that a binary search has not found. */
    private static int lower(int found) {
        return -found - 1;
    }
}
