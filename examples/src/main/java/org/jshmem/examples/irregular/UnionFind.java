package org.jshmem.examples.irregular;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.LongStream;
import org.jshmem.SymmetricLongs;
import org.jshmem.flow.DistLongs;
import org.jshmem.flow.Flow;

/**
 * Finds the connected components of a sparse random graph by union and find; follows {@code unionfind} of bale, which
 * has a serial program, and describes the parallel one as a plan.
 *
 * <p>Each vertex has a parent, whose number is not larger; a root is its own parent. An edge goes as a record to the
 * owner of its larger vertex, whose handler either makes the smaller vertex the parent, or sends on an edge that
 * connects the same components and whose larger vertex is smaller (the method of Rem, as Dijkstra describes it). So no
 * PE waits for another, and a handler changes only vertices of its own PE. At the end the root of a component is its
 * smallest vertex; pointer jumping makes it the parent of all others.
 *
 * <p>For the check, PE 0 computes the components of the whole graph by serial union and find, and compares the smallest
 * vertex of the component of each vertex.
 */
public final class UnionFind {
    /** An edge. */
    record Edge(long larger, long smaller) {}

    /** The parent of each vertex. */
    private final DistLongs parents;

    /** The parents of the vertices of this PE. */
    private final SymmetricLongs own;

    private final Flow<Edge> edges = Flow.of(TEAM_WORLD, Edge.class, (from, edge) -> unite(edge));

    private UnionFind(DistLongs parents) {
        this.parents = parents;
        this.own = parents.local();
    }

    /**
     * Runs the program.
     *
     * @param args the number of vertices, and how many neighbours a vertex has on average
     */
    public static void main(String[] args) {
        final int vertices = args.length > 0 ? Integer.parseInt(args[0]) : 200_000;
        final int degree = args.length > 1 ? Integer.parseInt(args[1]) : 2;
        try (var _ = init();
                DistLongs parents = DistLongs.cyclic(TEAM_WORLD, vertices)) {
            run(new RandomGraph(vertices, degree), parents);
        }
    }

    private static void run(RandomGraph graph, DistLongs parents) {
        final int[][] neighbours = graph.forOwn(graph::smallerNeighbours);
        final long edges = RandomGraph.count(neighbours);
        parents.setAll(vertex -> vertex);
        final UnionFind unionFind = new UnionFind(parents);
        final long start = System.nanoTime();
        unionFind.uniteAll(neighbours);
        unionFind.flatten();
        final double seconds = (System.nanoTime() - start) / 1e9;

        final long[] roots = parents.gather(0);
        final long largest = sizeOfLargest(parents);
        if (myPe() == 0) {
            check(roots, graph);
            System.out.printf(
                    Locale.ROOT,
                    "%d vertices, %d edges: %d components, the largest has %d vertices, in %.3f s%n",
                    graph.vertices(),
                    edges,
                    LongStream.of(roots).distinct().count(),
                    largest,
                    seconds);
        }
    }

    /** Unites the components of the vertices of each edge; collective. */
    private void uniteAll(int[][] neighbours) {
        try (edges) {
            for (int i = 0; i < neighbours.length; i++) {
                final long vertex = parents.globalIndex(i);
                for (int neighbour : neighbours[i]) {
                    send(vertex, neighbour);
                }
            }
        }
    }

    private void send(long larger, long smaller) {
        edges.send(parents.owner(larger), new Edge(larger, smaller));
    }

    private void unite(Edge edge) {
        final long place = parents.localIndex(edge.larger());
        final long parent = own.get(place);
        if (parent > edge.smaller()) {
            own.set(place, edge.smaller());
            if (parent != edge.larger()) {
                send(parent, edge.smaller());
            }
        } else if (parent < edge.smaller()) {
            send(edge.smaller(), parent);
        }
    }

    /** Makes the root the parent of each vertex; collective. */
    private void flatten() {
        boolean isFlat = false;
        while (!isFlat) {
            final long[] before = own.toArray();
            final long[] next = parents.getAll(before);
            parents.setAll(vertex -> next[(int) parents.localIndex(vertex)]);
            isFlat = TEAM_WORLD.all(Arrays.equals(before, next));
        }
    }

    private static long sizeOfLargest(DistLongs roots) {
        try (DistLongs sizes = DistLongs.cyclic(TEAM_WORLD, roots.length())) {
            sizes.addAll(roots.local().toArray(), 1);
            return sizes.max();
        }
    }

    private static void check(long[] roots, RandomGraph graph) {
        final int[] parents = new int[roots.length];
        Arrays.setAll(parents, vertex -> vertex);
        for (int vertex = 0; vertex < parents.length; vertex++) {
            for (int neighbour : graph.smallerNeighbours(vertex)) {
                final int one = find(parents, vertex);
                final int other = find(parents, neighbour);
                parents[Math.max(one, other)] = Math.min(one, other);
            }
        }
        for (int vertex = 0; vertex < parents.length; vertex++) {
            final int root = find(parents, vertex);
            if (roots[vertex] != root) {
                throw new IllegalStateException("vertex " + vertex + " is in the component of vertex " + root
                        + ", but the PEs found that of vertex " + roots[vertex]);
            }
        }
    }

    private static int find(int[] parents, int vertex) {
        int at = vertex;
        while (parents[at] != at) {
            parents[at] = parents[parents[at]];
            at = parents[at];
        }
        return at;
    }
}
