package org.jshmem.flow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jshmem.Shmem;
import org.jshmem.ShmemTeam;
import org.jshmem.spi.ShmemProvider;

/**
 * The ways of records between the PEs of a team.
 *
 * <p>A <i>lane</i> leads from a PE to another one. PEs of a node have lanes to one another. Between nodes a lane,
 * called a wire, leads from one PE of a node to one PE of another node, which deals the records out on its own node:
 *
 * <pre>
 *   two hops     (a, i) ------------- wire ------------> (b, i mod n) --- lane ---> (b, j)
 *   three hops   (a, i) --- lane ---> (a, b mod m) --- wire ---> (b, a mod n) --- lane ---> (b, j)
 * </pre>
 *
 * <p>Here (a, i) is PE i of node a, which has m PEs; node b has n. With two hops, a PE has a wire to each other node.
 * With three hops, the PEs of a node divide the wires among them, so each PE needs fewer buffers, and all records for a
 * node share one. Three hops are used if there are more than 64 other nodes. If each node has one PE, every wire leads
 * to the destination itself.
 *
 * <p>All PEs calculate the same ways from the nodes of the team's PEs.
 */
final class Routes {
    /** The largest number of other nodes that a PE has wires to by two hops; a property for tests. */
    private static final int MOST_WIRES = Integer.getInteger("org.jshmem.flow.most-wires", 64);

    /** The number of this PE in the team. */
    final int me;

    /** For each PE of the team its node; nodes are numbered in the order of their first PEs in the team. */
    final int[] nodeOf;

    /** For each PE of the team its index on its node. */
    final int[] rankOf;

    /** For each node its PEs. */
    final int[][] pesOf;

    /** Whether records carry a tag, because a lane may carry records of several PEs or to several PEs. */
    final boolean isTagged;

    /** Whether the PEs of a node share wires. */
    final boolean isShared;

    private Routes(int me, int[] nodeOf, int mostWires) {
        this.me = me;
        this.nodeOf = nodeOf;
        this.rankOf = new int[nodeOf.length];
        this.pesOf = group(nodeOf, rankOf);
        final int most = Arrays.stream(pesOf).mapToInt(pes -> pes.length).max().orElseThrow();
        this.isTagged = pesOf.length > 1 && most > 1;
        this.isShared = isTagged && pesOf.length - 1 > mostWires;
    }

    /** The ways within a team. */
    static Routes of(ShmemTeam team, ShmemProvider provider) {
        final Map<Integer, Integer> numbers = new HashMap<>();
        final int[] nodeOf = new int[team.nPes()];
        for (int pe = 0; pe < nodeOf.length; pe++) {
            final int node = provider.nodeOf(team.translatePe(pe, Shmem.TEAM_WORLD));
            final Integer known = numbers.putIfAbsent(node, numbers.size());
            nodeOf[pe] = known == null ? numbers.size() - 1 : known;
        }
        return new Routes(team.myPe(), nodeOf, MOST_WIRES);
    }

    /** The ways between PEs whose nodes are given. */
    static Routes of(int me, int[] nodeOf, int mostWires) {
        return new Routes(me, nodeOf.clone(), mostWires);
    }

    private static int[][] group(int[] nodeOf, int[] rankOf) {
        final int nodes = Arrays.stream(nodeOf).max().orElseThrow() + 1;
        final int[] sizes = new int[nodes];
        for (int pe = 0; pe < nodeOf.length; pe++) {
            rankOf[pe] = sizes[nodeOf[pe]]++;
        }
        final int[][] pesOf = new int[nodes][];
        for (int pe = 0; pe < nodeOf.length; pe++) {
            final int node = nodeOf[pe];
            if (pesOf[node] == null) {
                pesOf[node] = new int[sizes[node]];
            }
            pesOf[node][rankOf[pe]] = pe;
        }
        return pesOf;
    }

    int nPes() {
        return nodeOf.length;
    }

    int nodes() {
        return pesOf.length;
    }

    int myNode() {
        return nodeOf[me];
    }

    /** The PEs of this node, including this one. */
    int[] mates() {
        return pesOf[myNode()];
    }

    boolean isMate(int pe) {
        return nodeOf[pe] == myNode();
    }

    /** The PE of this node from which records of this PE leave for another node. */
    int exit(int node) {
        return isShared ? exit(myNode(), node) : me;
    }

    private int exit(int from, int to) {
        return pesOf[from][to % pesOf[from].length];
    }

    /** The PE of a node at which the wire of this PE arrives. */
    int entry(int node) {
        return isShared ? entry(node, myNode()) : pesOf[node][rankOf[me] % pesOf[node].length];
    }

    private int entry(int node, int from) {
        return pesOf[node][from % pesOf[node].length];
    }

    /** The nodes to which this PE has a wire. */
    int[] wiredNodes() {
        final List<Integer> nodes = new ArrayList<>();
        for (int node = 0; node < nodes(); node++) {
            if (node != myNode() && exit(node) == me) {
                nodes.add(node);
            }
        }
        return nodes.stream().mapToInt(Integer::intValue).toArray();
    }

    /** The PEs from which a wire leads to this PE. */
    int[] wireSources() {
        final List<Integer> sources = new ArrayList<>();
        for (int node = 0; node < nodes(); node++) {
            if (node == myNode()) {
                continue;
            }
            if (isShared) {
                if (entry(myNode(), node) == me) {
                    sources.add(exit(node, myNode()));
                }
            } else {
                for (int rank = rankOf[me]; rank < pesOf[node].length; rank += mates().length) {
                    sources.add(pesOf[node][rank]);
                }
            }
        }
        return sources.stream().mapToInt(Integer::intValue).toArray();
    }
}
