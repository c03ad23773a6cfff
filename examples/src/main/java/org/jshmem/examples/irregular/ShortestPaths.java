package org.jshmem.examples.irregular;

import static org.jshmem.Shmem.*;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.PriorityQueue;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.jshmem.SymmetricDoubles;
import org.jshmem.flow.DistDoubles;
import org.jshmem.flow.Flow;

/**
 * Finds the shortest paths from one vertex to all others in a random directed graph with weights, by delta-stepping
 * (Meyer and Sanders, Δ-stepping: a parallelizable shortest path algorithm, 2003); follows {@code sssp} of bale.
 *
 * <p>A vertex waits in a bucket for distances of one range of length delta, and all PEs work on the same bucket. They
 * relax the light edges of its vertices, until no vertex comes back to it, and then once the heavy edges. To relax an
 * edge is to send its target a distance; the handler there keeps the smaller one. {@code drain} ends each of these
 * steps, and the flow goes on.
 *
 * <p>For the check, PE 0 computes all distances by Dijkstra's algorithm. They are equal to the last bit, because both
 * methods find the smallest of the same sums.
 */
public final class ShortestPaths {
    private static final int SOURCE = 0;
    private static final int NONE = Integer.MAX_VALUE;

    /** A path from the source to a vertex. */
    record Path(int vertex, double length) {}

    private final int pes = nPes();
    private final double delta;

    /** Where the edges of each vertex of this PE lead. */
    private final int[][] targets;

    /** The weights of these edges. */
    private final double[][] weights;

    /** For each vertex of this PE the length of the shortest path so far. */
    private final SymmetricDoubles lengths;

    /** For each vertex of this PE the bucket in which it waits, or none. */
    private final int[] bucketOf;

    /** Whether the heavy edges of a vertex have been relaxed. */
    private final boolean[] isSettled;

    private final List<Bucket> buckets = new ArrayList<>();
    private final Flow<Path> paths = Flow.of(TEAM_WORLD, Path.class, (from, path) -> improve(path));

    private ShortestPaths(RandomGraph graph, double delta, SymmetricDoubles lengths) {
        this.delta = delta;
        this.targets = graph.forOwn(graph::targets);
        this.weights = weights(graph, targets);
        this.lengths = lengths;
        this.bucketOf = new int[targets.length];
        this.isSettled = new boolean[targets.length];
        Arrays.fill(bucketOf, NONE);
    }

    private static double[][] weights(RandomGraph graph, int[][] targets) {
        final double[][] weights = new double[targets.length][];
        for (int i = 0; i < weights.length; i++) {
            final int vertex = i * nPes() + myPe();
            weights[i] = IntStream.of(targets[i])
                    .mapToDouble(target -> graph.weight(vertex, target))
                    .toArray();
        }
        return weights;
    }

    /**
     * Runs the program.
     *
     * @param args the number of vertices, and how many edges lead from a vertex on average
     */
    public static void main(String[] args) {
        final int vertices = args.length > 0 ? Integer.parseInt(args[0]) : 50_000;
        final int degree = args.length > 1 ? Integer.parseInt(args[1]) : 8;
        try (var _ = init();
                DistDoubles lengths = DistDoubles.cyclic(TEAM_WORLD, vertices)) {
            run(new RandomGraph(vertices, degree), degree, lengths);
        }
    }

    private static void run(RandomGraph graph, int degree, DistDoubles lengths) {
        lengths.fill(Double.POSITIVE_INFINITY);
        // With a power of two, a path is in the right bucket although sums and quotients are rounded.
        final double delta = 1.0 / Integer.highestOneBit(degree);
        final ShortestPaths search = new ShortestPaths(graph, delta, lengths.local());
        final long edges = RandomGraph.count(search.targets);
        barrierAll();
        final long start = System.nanoTime();
        final int rounds = search.findAll();
        final double seconds = (System.nanoTime() - start) / 1e9;

        final double[] found = lengths.gather(0);
        if (myPe() == 0) {
            check(found, graph);
            System.out.printf(
                    Locale.ROOT,
                    "%d vertices, %d edges: %d vertices reached, the farthest at %.6f, in %d buckets, in %.3f s%n",
                    found.length,
                    edges,
                    DoubleStream.of(found).filter(Double::isFinite).count(),
                    DoubleStream.of(found).filter(Double::isFinite).max().orElse(0),
                    rounds,
                    seconds);
        }
    }

    /** Finds all paths; collective. Returns the number of buckets that it emptied. */
    private int findAll() {
        int rounds = 0;
        try (paths) {
            if (SOURCE % pes == myPe()) {
                improve(new Path(SOURCE, 0));
            }
            int bucket = nextBucket(0);
            while (bucket != NONE) {
                do {
                    relaxLight(bucket);
                    paths.drain();
                } while (TEAM_WORLD.any(hasWaiting(bucket)));
                relaxHeavy(bucket);
                paths.drain();
                bucket = nextBucket(bucket + 1);
                rounds++;
            }
        }
        return rounds;
    }

    /** Keeps a path if it is the shortest so far. */
    private void improve(Path path) {
        final int i = path.vertex() / pes;
        if (path.length() < lengths.get(i)) {
            lengths.set(i, path.length());
            final int bucket = (int) (path.length() / delta);
            if (bucketOf[i] != bucket) {
                bucketOf[i] = bucket;
                bucketAt(bucket).add(i);
            }
        }
    }

    private void relaxLight(int bucket) {
        while (hasWaiting(bucket)) {
            final int i = bucketAt(bucket).next();
            bucketOf[i] = NONE;
            relax(i, true);
        }
    }

    private void relaxHeavy(int bucket) {
        final Bucket done = bucketAt(bucket);
        for (int k = 0; k < done.count; k++) {
            final int i = done.vertices[k];
            if (!isSettled[i]) {
                isSettled[i] = true;
                relax(i, false);
            }
        }
    }

    private void relax(int i, boolean isLight) {
        final double length = lengths.get(i);
        for (int k = 0; k < targets[i].length; k++) {
            final int target = targets[i][k];
            final double weight = weights[i][k];
            if (weight <= delta == isLight) {
                paths.send(target % pes, new Path(target, length + weight));
            }
        }
    }

    /** The first bucket from a number on in which a vertex of any PE waits; collective. */
    private int nextBucket(int from) {
        int bucket = from;
        while (bucket < buckets.size() && !hasWaiting(bucket)) {
            bucket++;
        }
        return TEAM_WORLD.minReduce(bucket < buckets.size() ? bucket : NONE);
    }

    /** Whether a vertex of this PE waits in a bucket; skips those that have gone to another one. */
    private boolean hasWaiting(int number) {
        final Bucket bucket = bucketAt(number);
        while (bucket.hasNext() && bucketOf[bucket.first()] != number) {
            bucket.next();
        }
        return bucket.hasNext();
    }

    private Bucket bucketAt(int number) {
        while (buckets.size() <= number) {
            buckets.add(new Bucket());
        }
        return buckets.get(number);
    }

    /** Vertices in the order in which they came, also those that have gone to another bucket since. */
    private static final class Bucket {
        int[] vertices = new int[16];
        int count;
        private int next;

        void add(int vertex) {
            if (count == vertices.length) {
                vertices = Arrays.copyOf(vertices, 2 * count);
            }
            vertices[count++] = vertex;
        }

        boolean hasNext() {
            return next < count;
        }

        int first() {
            return vertices[next];
        }

        int next() {
            return vertices[next++];
        }
    }

    private static void check(double[] found, RandomGraph graph) {
        final double[] lengths = dijkstra(graph);
        for (int vertex = 0; vertex < found.length; vertex++) {
            if (found[vertex] != lengths[vertex]) {
                throw new IllegalStateException("the shortest path to vertex " + vertex + " has length "
                        + lengths[vertex] + ", but the PEs found " + found[vertex]);
            }
        }
    }

    private static double[] dijkstra(RandomGraph graph) {
        final double[] lengths = new double[graph.vertices()];
        Arrays.fill(lengths, Double.POSITIVE_INFINITY);
        final PriorityQueue<Path> queue = new PriorityQueue<>(Comparator.comparingDouble(Path::length));
        lengths[SOURCE] = 0;
        queue.add(new Path(SOURCE, 0));
        while (!queue.isEmpty()) {
            final Path shortest = queue.remove();
            if (shortest.length() > lengths[shortest.vertex()]) {
                continue;
            }
            for (int target : graph.targets(shortest.vertex())) {
                final double length = shortest.length() + graph.weight(shortest.vertex(), target);
                if (length < lengths[target]) {
                    lengths[target] = length;
                    queue.add(new Path(target, length));
                }
            }
        }
        return lengths;
    }
}
