package org.jshmem.examples.irregular;

/**
 * The edges of a random graph, as the specification of Graph500 defines them: each edge chooses, once for each bit of
 * its vertices, a quarter of the adjacency matrix, and the labels of the vertices are permuted. An edge follows from
 * its number alone, so any PE can compute any edge, and the graph does not depend on the number of PEs. No order of the
 * edges is drawn, because they are independent of one another.
 */
final class KroneckerGraph {
    /** An edge, which has no direction. */
    record Edge(long from, long to) {
        Edge reversed() {
            return new Edge(to, from);
        }

        boolean isLoop() {
            return from == to;
        }
    }

    private static final double A = 0.57;
    private static final double B = 0.19;
    private static final double C = 0.19;
    private static final long EDGES_PER_VERTEX = 16;

    private static final int ROUNDS = 3;

    final int scale;
    final long vertices;
    final long edges;

    /**
     * A graph.
     *
     * @param scale the logarithm to base 2 of the number of vertices
     */
    KroneckerGraph(int scale) {
        if (scale < 1 || scale > 40) {
            throw new IllegalArgumentException("scale=" + scale + " is not between 1 and 40");
        }
        this.scale = scale;
        this.vertices = 1L << scale;
        this.edges = EDGES_PER_VERTEX * vertices;
    }

    /** An edge, by its number. */
    Edge edge(long number) {
        long from = 0;
        long to = 0;
        final long first = number * scale;
        for (int bit = 0; bit < scale; bit++) {
            final long random = Mixer.mix(first + bit);
            final boolean isLower = (random >>> 32) * 0x1p-32 > A + B;
            final boolean isRight = (random & 0xFFFF_FFFFL) * 0x1p-32 > (isLower ? C / (1 - A - B) : A / (A + B));
            from = from << 1 | (isLower ? 1 : 0);
            to = to << 1 | (isRight ? 1 : 0);
        }
        return new Edge(permuted(from), permuted(to));
    }

    /** A label for a vertex. Each step of a round can be undone, so no two vertices get the same. */
    private long permuted(long vertex) {
        final int half = (scale + 1) / 2;
        long label = vertex;
        for (int round = 0; round < ROUNDS; round++) {
            label = (label + 1) * Mixer.GOLDEN & vertices - 1;
            label ^= label >>> half;
        }
        return label;
    }
}
