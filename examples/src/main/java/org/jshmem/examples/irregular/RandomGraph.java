package org.jshmem.examples.irregular;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntFunction;

/**
 * A random graph in which every pair of vertices is an edge with the same probability (Erdős and Rényi). A seed and the
 * number of a vertex determine the edges of that vertex, so any PE can make the edges of any vertex.
 *
 * <p>The examples give the vertices to the PEs in turn: vertex v is number {@code v / nPes()} of PE {@code v % nPes()}.
 */
final class RandomGraph {
    private static final long SEED = 0x5DEE_CE66_D1CE_4E5BL;

    private final int vertices;

    /** The logarithm of the probability that a pair is no edge. */
    private final double logNone;

    /**
     * Describes a graph.
     *
     * @param vertices how many there are
     * @param degree how many edges a vertex has on average
     */
    RandomGraph(int vertices, int degree) {
        if (vertices < 1 || degree < 1) {
            throw new IllegalArgumentException(
                    "vertices=" + vertices + " and degree=" + degree + " must both be 1 or more");
        }
        this.vertices = vertices;
        // Math.log may differ between machines, and then PEs would make different graphs.
        this.logNone = StrictMath.log(1 - Math.min(1.0, degree / Math.max(1.0, vertices - 1)));
    }

    int vertices() {
        return vertices;
    }

    /** The neighbours of a vertex with smaller numbers, in ascending order: a row of the lower triangular matrix. */
    int[] smallerNeighbours(int vertex) {
        return chosen(vertex, vertex);
    }

    /** Where the edges of a vertex of a directed graph lead, in ascending order; not to the vertex itself. */
    int[] targets(int vertex) {
        final int[] targets = chosen(vertex, vertices - 1);
        for (int i = 0; i < targets.length; i++) {
            targets[i] += targets[i] < vertex ? 0 : 1;
        }
        return targets;
    }

    /** The weight of an edge, from 0 to 1. */
    double weight(int from, int to) {
        return new SplittableRandom(SEED ^ ((long) from << Integer.SIZE | to)).nextDouble();
    }

    /** Chooses numbers below a limit; it draws the gaps between them, so the time depends on how many it chooses. */
    private int[] chosen(int vertex, int limit) {
        final SplittableRandom random = new SplittableRandom(SEED + vertex);
        int[] chosen = new int[16];
        int count = 0;
        long next = gap(random);
        while (next < limit) {
            if (count == chosen.length) {
                chosen = Arrays.copyOf(chosen, 2 * count);
            }
            chosen[count++] = (int) next;
            next += 1 + gap(random);
        }
        return Arrays.copyOf(chosen, count);
    }

    private long gap(SplittableRandom random) {
        return (long) Math.min(Integer.MAX_VALUE, StrictMath.log(1 - random.nextDouble()) / logNone);
    }

    /** Makes something for each vertex of this PE. */
    int[][] forOwn(IntFunction<int[]> function) {
        final int[][] made = new int[ownVertices()][];
        for (int i = 0; i < made.length; i++) {
            made[i] = function.apply(i * nPes() + myPe());
        }
        return made;
    }

    /** How many vertices this PE has. */
    int ownVertices() {
        return (vertices - myPe() + nPes() - 1) / nPes();
    }

    /** How many numbers all PEs have in these arrays; collective. */
    static long count(int[][] arrays) {
        long count = 0;
        for (int[] array : arrays) {
            count += array.length;
        }
        return TEAM_WORLD.sumReduce(count);
    }
}
