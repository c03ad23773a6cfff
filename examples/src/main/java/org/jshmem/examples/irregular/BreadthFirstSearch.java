package org.jshmem.examples.irregular;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import java.util.Locale;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;
import org.jshmem.examples.irregular.KroneckerGraph.Edge;
import org.jshmem.flow.DistInts;
import org.jshmem.flow.DistLongs;
import org.jshmem.flow.Flow;

/**
 * Breadth-first searches of a large random graph; follows the Graph500 benchmark, with its generator and its rules for
 * a valid result. Vertices go to the PEs in turn. A flow takes the edges to the PEs of their vertices, and another one
 * takes the search from a vertex to its neighbours. The search goes level by level: all vertices at one distance from
 * the start are reached before the first one behind them.
 *
 * <p>Each search is checked by {@link SearchTreeCheck}; that is not part of the time.
 *
 * <p>Arguments: the scale, which is the logarithm to base 2 of the number of vertices (default 13), and the number of
 * searches (default 8; the benchmark has 64).
 */
public final class BreadthFirstSearch implements AutoCloseable {
    /** A vertex that the search comes to, and the one it comes from, each by its number on its PE. */
    record Visit(int vertex, int parent) {}

    private final KroneckerGraph graph;
    private final NeighbourLists neighbours = new NeighbourLists();

    /** Of each vertex the one that the search came from; −1 before. */
    private final DistLongs parents;

    private final DistInts levels;

    /** The parts of this PE. */
    private final SymmetricLongs parent;

    private final SymmetricInts level;

    /** The vertices of this PE that were reached, in that order. */
    private final int[] queue;

    private int queued;
    private int depth;

    private BreadthFirstSearch(KroneckerGraph graph) {
        this.graph = graph;
        this.parents = DistLongs.cyclic(TEAM_WORLD, graph.vertices);
        this.levels = DistInts.cyclic(TEAM_WORLD, graph.vertices);
        this.parent = parents.local();
        this.level = levels.local();
        this.queue = new int[(int) parent.length()];
    }

    public static void main(String[] args) {
        final int scale = args.length > 0 ? Integer.parseInt(args[0]) : 13;
        final int searches = args.length > 1 ? Integer.parseInt(args[1]) : 8;
        try (var _ = init();
                BreadthFirstSearch search = new BreadthFirstSearch(new KroneckerGraph(scale))) {
            search.build();
            search.run(search.keys(searches));
        }
    }

    private void run(long[] keys) {
        long vertices = 0;
        long edges = 0;
        int last = 0;
        long ns = 0;
        for (long key : keys) {
            final long start = System.nanoTime();
            last = Math.max(last, search(key));
            ns += System.nanoTime() - start;
            final SearchTreeCheck check = new SearchTreeCheck(graph, parents, levels, key);
            vertices += check.vertices();
            edges += check.run();
        }
        if (myPe() == 0) {
            System.out.printf(
                    Locale.ROOT,
                    "A Kronecker graph of %d vertices and %d edges.%n"
                            + "%d searches reached %d vertices with %d edges, up to level %d, in %.3f s%n",
                    graph.vertices,
                    graph.edges,
                    keys.length,
                    vertices,
                    edges,
                    last,
                    ns / 1e9);
        }
    }

    /** Takes each edge to the PEs of its two vertices; collective. */
    private void build() {
        try (Flow<Edge> edges = Flow.of(TEAM_WORLD, Edge.class, (from, edge) -> add(edge))) {
            for (long i = myPe(); i < graph.edges; i += nPes()) {
                final Edge edge = graph.edge(i);
                if (!edge.isLoop()) {
                    edges.send(parents.owner(edge.from()), edge);
                    edges.send(parents.owner(edge.to()), edge.reversed());
                }
            }
        }
        neighbours.group(queue.length);
    }

    private void add(Edge edge) {
        neighbours.add((int) parents.localIndex(edge.from()), edge.to());
    }

    /** Chooses where to search from: the first vertices with an edge, since labels are random; collective. */
    private long[] keys(int most) {
        final long[] keys = new long[most];
        int count = 0;
        for (long vertex = 0; vertex < graph.vertices && count < most; vertex++) {
            final int local = (int) parents.localIndex(vertex);
            if (TEAM_WORLD.any(parents.owner(vertex) == myPe() && neighbours.count(local) > 0)) {
                keys[count++] = vertex;
            }
        }
        return Arrays.copyOf(keys, count);
    }

    /** Searches; collective. Returns the last level. */
    private int search(long key) {
        parents.fill(-1);
        queued = 0;
        depth = 0;
        if (parents.owner(key) == myPe()) {
            reach((int) parents.localIndex(key), key);
        }
        int next = 0;
        try (Flow<Visit> visits =
                Flow.of(TEAM_WORLD, Visit.class, (from, v) -> reach(v.vertex(), (long) v.parent() * nPes() + from))) {
            while (TEAM_WORLD.any(next < queued)) {
                depth++;
                final int end = queued; // handlers add the next level behind it
                for (; next < end; next++) {
                    visitNeighbours(queue[next], visits);
                }
                visits.drain(); // the next level is complete, on all PEs
            }
        }
        return depth - 1;
    }

    private void visitNeighbours(int vertex, Flow<Visit> visits) {
        for (int i = 0; i < neighbours.count(vertex); i++) {
            final long neighbour = neighbours.get(vertex, i);
            visits.send(parents.owner(neighbour), new Visit((int) parents.localIndex(neighbour), vertex));
        }
    }

    private void reach(int vertex, long from) {
        if (parent.get(vertex) < 0) {
            parent.set(vertex, from);
            level.set(vertex, depth);
            queue[queued++] = vertex;
        }
    }

    @Override
    public void close() {
        levels.close();
        parents.close();
    }
}
