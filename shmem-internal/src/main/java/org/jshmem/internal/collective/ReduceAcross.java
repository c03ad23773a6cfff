package org.jshmem.internal.collective;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jshmem.internal.barrier.MemberNodes;
import org.jshmem.internal.team.Team;
import org.jshmem.internal.team.TeamHeaps;

/**
 * Executes large reductions of a team on several nodes, after their first barrier.
 *
 * <p><b>Protocol.</b> Step 1: the members on each node calculate the node's partial result, a part each, in the
 * destination of the node's leader. A node with one member skips this: its partial result is the source. A barrier
 * follows, unless every node has one member. Then:
 *
 * <ul>
 *   <li>Up to {@link Arithmetic#BYTES}, or what is fetched at once: every PE fetches all partial results and calculates
 *       the whole result. After a barrier it writes its destination.
 *   <li>More: each node owns a range of the result. Step 2: the members fetch that range of all partial results,
 *       calculate, and write it to all destinations of the node. Step 3, after a barrier: they fetch the other ranges
 *       from the leaders of the owning nodes and copy them to all destinations of the node. A barrier ends the call.
 * </ul>
 *
 * <p><b>In place.</b> A destination may be its PE's source. In step 1 a part of the leader's destination is written
 * only by the member that has read this part of all sources of the node. In step 2 a node writes only its own range of
 * its destinations, and other nodes read only other ranges there. Step 3 writes after a barrier that follows all these
 * reads.
 *
 * <p>Partial results are fetched from {@link #NODES_AT_ONCE} nodes at a time, so that the memory for them does not
 * depend on the number of nodes. Operations that need the elements of all PEs at once fetch less from more.
 *
 * <p>Elements are combined in the order of the nodes, and within a node in the team's order. This order is the same on
 * all PEs, so all get the same bits. Where every PE calculates the whole result, the bits of a NaN may differ.
 */
final class ReduceAcross {
    private static final long LINE_BYTES = 64;

    /** The bytes of a partial result that are fetched at once from each node. */
    static final int FETCH_BYTES = 128 << 10;

    /** The nodes whose partial results are fetched at once. */
    private static final int NODES_AT_ONCE = 8;

    /** The least that is fetched from each of many nodes at once. */
    private static final int FEWEST_BYTES = 1 << 10;

    private final TeamHeaps heaps;
    private final MemberNodes nodes;
    private final int[] local;

    /** This PE's index in {@link #local}. */
    private final int index;

    /** Null if each PE is treated as a node. */
    private final NodeShare nodeShare;

    private final int nodesAtOnce;

    /** The bytes that are fetched from each of them. */
    private final int fetchBytes;

    /** Whether each node has one member of the team. */
    private final boolean alone;

    private final Arena arena = Arena.ofAuto();

    /** A buffer of {@link #fetchBytes} for each node at once, and one for what is combined; made by the first use. */
    private MemorySegment fetched;

    /** Has the arguments of the call, and its barriers. */
    private final Reduce asked;

    private int elementBytes;
    private long dest;
    private long source;

    private ReduceAcross(Reduce asked, Team team, MemberNodes nodes, NodeShare nodeShare, int nodesAtOnce) {
        this.asked = asked;
        this.heaps = team.heaps();
        this.nodes = nodes;
        this.local = nodes.local();
        this.index = Arrays.binarySearch(local, team.members().me());
        this.nodeShare = nodeShare;
        this.nodesAtOnce = nodesAtOnce;
        this.fetchBytes = (int) Math.max(
                FETCH_BYTES / Math.ceilDiv(nodesAtOnce, NODES_AT_ONCE) / LINE_BYTES * LINE_BYTES, FEWEST_BYTES);
        this.alone = nodes.count() == nodes.pes();
    }

    /** Combines the elements of each node first. */
    static ReduceAcross ofNodes(Reduce asked, Team team, NodeShare nodeShare) {
        return new ReduceAcross(asked, team, team.nodes(), nodeShare, NODES_AT_ONCE);
    }

    /**
     * Treats each PE as a node.
     *
     * @param isWhole whether the elements of all PEs are combined at once
     */
    static ReduceAcross ofPes(Reduce asked, Team team, boolean isWhole) {
        final MemberNodes each = new LoneMembers(team.members());
        return new ReduceAcross(asked, team, each, null, isWhole ? each.count() : NODES_AT_ONCE);
    }

    /** Reduces {@code nelems} elements. */
    void run(long nelems, int bytesEach) {
        elementBytes = bytesEach;
        dest = asked.dest;
        source = asked.source;
        if (local.length > 1) {
            partial(nelems);
        }
        if (!alone) {
            asked.awaitAgain(nelems);
        }
        if (nelems * elementBytes <= Math.min(Arithmetic.BYTES, fetchBytes)) {
            for (int first = 0; first < nodes.count(); first += nodesAtOnce) {
                fetch(first, 0, nelems);
                combine(first, 0, 0, (int) nelems);
            }
            asked.awaitAgain(nelems);
            asked.workspace.arithmetic().store(heaps.own() + dest, (int) nelems);
        } else {
            ranges(nelems);
        }
    }

    /** Calculates this PE's part of the node's partial result. */
    private void partial(long nelems) {
        final long end = part(nelems, index + 1);
        for (long at = part(nelems, index); at < end; at += most()) {
            final int n = (int) Math.min(most(), end - at);
            final long offset = at * elementBytes;
            asked.workspace.load(local[0], source + offset, n);
            for (int i = 1; i < local.length; i++) {
                asked.workspace.loadOperand(local[i], source + offset, n);
                asked.workspace.combine(asked.operation, n);
            }
            asked.workspace.store(local[0], dest + offset, n);
        }
    }

    private void ranges(long nelems) {
        final long start = range(nelems, nodes.mine());
        final long length = range(nelems, nodes.mine() + 1) - start;
        final long end = start + part(length, index + 1);
        final int atOnce = fetchBytes / elementBytes;
        for (long at = start + part(length, index); at < end; at += atOnce) {
            final long count = Math.min(atOnce, end - at);
            for (int first = 0; first < nodes.count(); first += nodesAtOnce) {
                fetch(first, at * elementBytes, count);
                combineAll(first, at, count);
            }
        }
        asked.awaitAgain(nelems);
        for (int i = 1; i < nodes.count(); i++) {
            final int node = (nodes.mine() + i) % nodes.count();
            final long from = from(nelems, node);
            if (to(nelems, node) > from) {
                heaps.getNbi(nodes.leader(node), dest + from, heaps.own() + dest + from, to(nelems, node) - from);
            }
        }
        heaps.quiet();
        for (int node = 0; node < nodes.count(); node++) {
            if (nodeShare != null && node != nodes.mine() && to(nelems, node) > from(nelems, node)) {
                nodeShare.copy(dest + from(nelems, node), to(nelems, node) - from(nelems, node));
            }
        }
        asked.awaitAgain(nelems);
    }

    /** Combines what was fetched; the result of all nodes goes to the destinations of this one. */
    private void combineAll(int first, long at, long count) {
        for (long done = 0; done < count; done += most()) {
            final int n = (int) Math.min(most(), count - done);
            combine(first, at * elementBytes, done * elementBytes, n);
            if (end(first) == nodes.count()) {
                for (int member : local) {
                    asked.workspace.store(member, dest + (at + done) * elementBytes, n);
                }
            }
        }
    }

    /** The node after the last of those that are fetched at once. */
    private int end(int first) {
        return Math.min(first + nodesAtOnce, nodes.count());
    }

    /** The start, in bytes, of the part of another node's range that this PE fetches; {@link #to} is its end. */
    private long from(long nelems, int node) {
        final long start = range(nelems, node);
        return (start + part(range(nelems, node + 1) - start, index)) * elementBytes;
    }

    private long to(long nelems, int node) {
        final long start = range(nelems, node);
        return (start + part(range(nelems, node + 1) - start, index + 1)) * elementBytes;
    }

    /** Fetches {@code count} elements at an offset in bytes, of the partial results of the next nodes. */
    private void fetch(int first, long offset, long count) {
        final int some = end(first) - first;
        for (int i = 0; i < some; i++) {
            final int node = first + (nodes.mine() + i) % some; // each node begins with another one
            if (node != nodes.mine()) {
                heaps.getNbi(nodes.leader(node), partialOf(node) + offset, buffer(node), count * elementBytes);
            }
        }
        heaps.quiet();
    }

    /**
     * Combines {@code n} elements of the nodes that were fetched into the accumulator, and before them what the nodes
     * before these have brought; they are {@code done} bytes after the offset that was fetched.
     */
    private void combine(int first, long offset, long done, int n) {
        final Arithmetic arithmetic = asked.workspace.arithmetic();
        final long before = before() + done;
        arithmetic.load(first == 0 ? at(0, offset, done) : before, n);
        for (int node = first == 0 ? 1 : first; node < end(first); node++) {
            arithmetic.loadOperand(at(node, offset, done), n);
            arithmetic.combine(asked.operation, n);
        }
        if (end(first) < nodes.count()) {
            arithmetic.store(before, n);
        }
    }

    private long at(int node, long offset, long done) {
        return node == nodes.mine() ? heaps.base(local[0]) + partialOf(node) + offset + done : buffer(node) + done;
    }

    private long partialOf(int node) {
        return nodes.size(node) == 1 ? source : dest;
    }

    private long buffer(int node) {
        return buffers() + (long) fetchBytes * (node % nodesAtOnce);
    }

    /** Where the combination of the nodes before is kept. */
    private long before() {
        return buffers() + (long) fetchBytes * end(0);
    }

    private long buffers() {
        if (fetched == null) {
            final int atOnce = end(0);
            fetched = arena.allocate((long) fetchBytes * (atOnce < nodes.count() ? atOnce + 1 : atOnce), LINE_BYTES);
        }
        return fetched.address();
    }

    private int most() {
        return Arithmetic.BYTES / elementBytes;
    }

    private long part(long nelems, int member) {
        return NodeShare.part(nelems, LINE_BYTES / elementBytes, member, local.length);
    }

    private long range(long nelems, int node) {
        return NodeShare.part(nelems, LINE_BYTES / elementBytes, node, nodes.count());
    }
}
