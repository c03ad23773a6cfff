package org.jshmem.examples.irregular;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import org.jshmem.examples.irregular.KroneckerGraph.Edge;
import org.jshmem.flow.DistInts;
import org.jshmem.flow.DistLongs;

/**
 * Checks the result of a breadth-first search as the specification of Graph500 demands: from the parents, the levels
 * and the list of edges, and not from the lists of neighbours that the search has used.
 *
 * <p>The five rules:
 *
 * <ol>
 *   <li>The tree has no cycles.
 *   <li>The levels of a vertex and its parent differ by one.
 *   <li>The levels of the two ends of each edge of the list differ by at most one, if the tree has both.
 *   <li>The tree spans a whole component, so it has both ends of an edge or neither.
 *   <li>A vertex and its parent are joined by an edge of the list.
 * </ol>
 */
final class SearchTreeCheck {
    /** So many edges of a PE are checked at a time. */
    private static final int BATCH = 1 << 14;

    private final KroneckerGraph graph;
    private final DistLongs parents;
    private final DistInts levels;
    private final long key;

    /** The vertices of this PE that are in the tree. */
    private final long[] reached;

    /**
     * Prepares.
     *
     * @param graph the list of edges
     * @param parents of each vertex the parent, or −1 if the tree does not have the vertex; the root's is the root
     * @param levels of each vertex of the tree the distance to the root
     * @param key the root
     */
    SearchTreeCheck(KroneckerGraph graph, DistLongs parents, DistInts levels, long key) {
        this.graph = graph;
        this.parents = parents;
        this.levels = levels;
        this.key = key;
        final long[] vertices = new long[(int) parents.local().length()];
        int count = 0;
        for (int i = 0; i < vertices.length; i++) {
            if (parents.local().get(i) >= 0) {
                vertices[count++] = parents.globalIndex(i);
            }
        }
        this.reached = Arrays.copyOf(vertices, count);
    }

    /**
     * Checks; collective.
     *
     * @return how many edges of the list are in the component
     */
    long run() {
        checkCycles();
        checkLevels();
        return checkEdges();
    }

    /** How many vertices all PEs have in the tree; collective. */
    long vertices() {
        return TEAM_WORLD.sumReduce((long) reached.length);
    }

    private static void require(boolean isRight, String rule) {
        if (!isRight) {
            throw new IllegalStateException("the tree of a search is wrong: " + rule);
        }
    }

    /** Rule 1: whoever goes up far enough from any vertex comes to the root. Each turn doubles the distance. */
    private void checkCycles() {
        try (DistLongs ancestors = DistLongs.cyclic(TEAM_WORLD, graph.vertices)) {
            parents.copyTo(ancestors);
            long[] ends = parents.getAll(reached);
            for (int turn = 0; TEAM_WORLD.any(Arrays.stream(ends).anyMatch(end -> end != key)); turn++) {
                require(turn <= graph.scale, "it has a cycle");
                ends = ancestors.getAll(ends);
                ancestors.putAll(reached, ends);
            }
        }
    }

    /** Rule 2. */
    private void checkLevels() {
        final int[] own = levels.getAll(reached);
        final int[] above = levels.getAll(parents.getAll(reached));
        for (int i = 0; i < own.length; i++) {
            require(
                    reached[i] == key ? own[i] == 0 : own[i] == above[i] + 1,
                    "a vertex and its parent do not differ by one level");
        }
    }

    /** Rules 3 to 5, for an equal part of the edges on each PE. */
    private long checkEdges() {
        final long share = (graph.edges + nPes() - 1) / nPes();
        final long first = Math.min(graph.edges, share * myPe());
        final long last = Math.min(graph.edges, first + share);
        long count = 0;
        try (DistInts joined = DistInts.cyclic(TEAM_WORLD, graph.vertices)) {
            for (long done = 0; done < share; done += BATCH) {
                final long[] ends = ends(Math.min(last, first + done), Math.min(last, first + done + BATCH));
                count += checkEnds(ends, joined);
            }
            for (int joins : joined.getAll(reached)) {
                require(joins != 0, "a vertex and its parent are not joined by an edge");
            }
        }
        return TEAM_WORLD.sumReduce(count);
    }

    private long[] ends(long from, long to) {
        final long[] ends = new long[2 * (int) (to - from)];
        for (int i = 0; i < ends.length; i += 2) {
            final Edge edge = graph.edge(from + i / 2);
            ends[i] = edge.from();
            ends[i + 1] = edge.to();
        }
        return ends;
    }

    private long checkEnds(long[] ends, DistInts joined) {
        final int[] level = levels.getAll(ends);
        final long[] parent = parents.getAll(ends);
        long count = 0;
        try (DistInts.Updates marks = joined.updates()) {
            for (int i = 0; i < ends.length; i += 2) {
                final boolean isReached = parent[i] >= 0;
                require(isReached == parent[i + 1] >= 0, "it does not span the component of the root");
                require(!isReached || Math.abs(level[i] - level[i + 1]) <= 1, "an edge skips a level");
                count += isReached ? 1 : 0;
                for (int end = i; end < i + 2; end++) {
                    // The root is its own parent without an edge.
                    if (isReached && (parent[end] == ends[end ^ 1] || ends[end] == key)) {
                        marks.put(ends[end], 1);
                    }
                }
            }
        }
        return count;
    }
}
