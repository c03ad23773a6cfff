package org.jshmem.examples.irregular;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import java.util.Locale;
import org.jshmem.flow.Flow;

/**
 * Counts the triangles of a random graph; follows {@code triangle} of bale, in the form that pushes.
 *
 * <p>The graph is a lower triangular matrix, whose row i has the neighbours of vertex i with smaller numbers. Two
 * neighbours j and k of vertex i form a triangle with it if k is in row j. So the owner of row i sends each such pair
 * to the owner of row j, whose handler looks for k.
 *
 * <p>For the check, PE 0 counts the triangles of the whole graph in another way: it marks the neighbours of a vertex,
 * and counts the neighbours of neighbours that are marked.
 */
public final class Triangles {
    /** A question: is this column in that row? */
    record Pair(int row, int column) {}

    private final int pes = nPes();

    /** The rows of this PE. */
    private final int[][] rows;

    private long found;

    private Triangles(RandomGraph graph) {
        this.rows = graph.forOwn(graph::smallerNeighbours);
    }

    /**
     * Runs the program.
     *
     * @param args the number of vertices, and how many neighbours a vertex has on average
     */
    public static void main(String[] args) {
        final int vertices = args.length > 0 ? Integer.parseInt(args[0]) : 20_000;
        final int degree = args.length > 1 ? Integer.parseInt(args[1]) : 24;
        try (var _ = init()) {
            final RandomGraph graph = new RandomGraph(vertices, degree);
            final Triangles triangles = new Triangles(graph);
            final long edges = RandomGraph.count(triangles.rows);
            barrierAll();
            final long start = System.nanoTime();
            final long count = triangles.count();
            final double seconds = (System.nanoTime() - start) / 1e9;
            if (myPe() == 0) {
                requireEqual(countSerially(graph), count);
                System.out.printf(
                        Locale.ROOT,
                        "%d vertices, %d edges: %d triangles, in %.3f s%n",
                        vertices,
                        edges,
                        count,
                        seconds);
            }
        }
    }

    /** Counts the triangles of the whole graph; collective. */
    private long count() {
        try (Flow<Pair> pairs = Flow.of(TEAM_WORLD, Pair.class, (from, pair) -> look(pair))) {
            for (int[] row : rows) {
                for (int j = 0; j < row.length; j++) {
                    for (int k = 0; k < j; k++) {
                        pairs.send(row[j] % pes, new Pair(row[j], row[k]));
                    }
                }
            }
        }
        return TEAM_WORLD.sumReduce(found);
    }

    private void look(Pair pair) {
        if (Arrays.binarySearch(rows[pair.row() / pes], pair.column()) >= 0) {
            found++;
        }
    }

    private static long countSerially(RandomGraph graph) {
        final int[][] all = new int[graph.vertices()][];
        Arrays.setAll(all, graph::smallerNeighbours);
        final int[] markedBy = new int[all.length];
        long count = 0;
        for (int vertex = 0; vertex < all.length; vertex++) {
            for (int neighbour : all[vertex]) {
                markedBy[neighbour] = vertex;
            }
            for (int neighbour : all[vertex]) {
                for (int further : all[neighbour]) {
                    count += markedBy[further] == vertex ? 1 : 0;
                }
            }
        }
        return count;
    }

    private static void requireEqual(long expected, long count) {
        if (count != expected) {
            throw new IllegalStateException("the graph has " + expected + " triangles, but the PEs found " + count);
        }
    }
}
