package org.jshmem.internal.collective;

import java.util.Arrays;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.TeamHeaps;
import org.jshmem.internal.team.TeamNodes;

/**
 * Broadcasts to two or more other nodes, between the first and the last barrier of the call.
 *
 * <p><b>Protocol.</b> Scatter, then allgather (van de Geijn): each of those nodes fetches its own range from the root;
 * after a barrier it fetches the other ranges from the nodes that own them. The root thus sends everything once, and
 * every other node about once, whatever their number. The PEs of a node share the work, see {@link NodeShare}. On the
 * root's node every PE copies from the root.
 */
final class BroadcastAcross {
    /** The size from which the relief of the root outweighs the additional barrier. */
    static final long FEWEST_BYTES = 64 << 10;

    private static final long LINE_BYTES = 64;

    private final Team team;
    private final TeamHeaps heaps;
    private final TeamNodes nodes;
    private final NodeShare nodeShare;

    /** For each node the PE that this one fetches from; null before the first call of {@link #partner}. */
    private int[] partners;

    /** Arguments of the current call. */
    private long dest;

    private long bytes;
    private int rootNode;

    BroadcastAcross(Team team, NodeShare nodeShare) {
        this.team = team;
        this.heaps = team.heaps();
        this.nodes = team.nodes();
        this.nodeShare = nodeShare;
    }

    /** Whether this algorithm pays for a size; the same on all PEs. */
    boolean suits(long size) {
        return size >= FEWEST_BYTES && nodes.count() > 2;
    }

    /** Fills the destinations of this node; contains one barrier. */
    void run(long to, long source, long size, int root) {
        dest = to;
        bytes = size;
        rootNode = nodes.of(root);
        if (nodes.mine() == rootNode) {
            heaps.get(root, source, heaps.own() + dest, bytes);
        } else {
            fetch(nodes.mine(), root, source);
            heaps.quiet();
            share(nodes.mine());
        }
        team.await(CollectiveCall.BROADCAST, bytes, dest, source, root);
        if (nodes.mine() != rootNode) {
            for (int i = 1; i < nodes.count(); i++) {
                final int node = (nodes.mine() + i) % nodes.count();
                if (node != rootNode) {
                    fetch(node, partner(node), dest);
                }
            }
            heaps.quiet();
            for (int node = 0; node < nodes.count(); node++) {
                if (node != rootNode && node != nodes.mine()) {
                    share(node);
                }
            }
        }
    }

    /** The PE of another node from which this one fetches. */
    private int partner(int node) {
        if (partners == null) {
            partners = Arrays.stream(nodes.members())
                    .mapToInt(members -> members[nodes.index() % members.length])
                    .toArray();
        }
        return partners[node];
    }

    /** The start of a node's range; the root's node has none. */
    private long start(int node) {
        return NodeShare.part(bytes, LINE_BYTES, node > rootNode ? node - 1 : node, nodes.count() - 1);
    }

    private long length(int node) {
        return NodeShare.part(bytes, LINE_BYTES, (node > rootNode ? node - 1 : node) + 1, nodes.count() - 1)
                - start(node);
    }

    /** Begins to fetch a node's range, or this PE's part of it, from a PE that has it. */
    private void fetch(int node, int pe, long from) {
        final long start = start(node);
        if (nodeShare == null) {
            heaps.getNbi(pe, from + start, heaps.own() + dest + start, length(node));
        } else {
            nodeShare.fetch(node, pe, from + start, dest + start, length(node));
        }
    }

    private void share(int node) {
        if (nodeShare != null) {
            nodeShare.share(node, dest + start(node), length(node));
        }
    }
}
