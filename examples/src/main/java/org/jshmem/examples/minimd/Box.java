package org.jshmem.examples.minimd;

import org.jshmem.messages.PeGrid;

/** The periodic cube of all atoms, and the part of it whose atoms this PE owns. */
final class Box {
    static final int DIMENSIONS = 3;

    /** Edge of the cube. */
    final double length;

    final PeGrid grid;

    /** This PE's part: from {@code low}, to below {@code high}. */
    final double[] low = new double[DIMENSIONS];

    final double[] high = new double[DIMENSIONS];
    private final int[] place;

    Box(double length, int me, int pes) {
        this.length = length;
        this.grid = grid(pes);
        this.place = grid.coordinates(me);
        for (int d = 0; d < DIMENSIONS; d++) {
            low[d] = place[d] * length / grid.length(d);
            high[d] = (place[d] + 1) * length / grid.length(d);
        }
    }

    /** As the original chooses it for a cube: the last dimension is divided first. */
    private static PeGrid grid(int pes) {
        final PeGrid grid = PeGrid.balanced(pes, DIMENSIONS);
        return PeGrid.of(grid.length(2), grid.length(1), grid.length(0)).periodic(true, true, true);
    }

    /** Whether this PE's part begins where the cube does. */
    boolean isFirst(int dimension) {
        return place[dimension] == 0;
    }

    /** Whether this PE's part ends where the cube does. */
    boolean isLast(int dimension) {
        return place[dimension] == grid.length(dimension) - 1;
    }

    /** Edge of every PE's part. */
    double partLength(int dimension) {
        return length / grid.length(dimension);
    }

    boolean contains(double x, double y, double z) {
        return contains(0, x) && contains(1, y) && contains(2, z);
    }

    boolean contains(int dimension, double coordinate) {
        return coordinate >= low[dimension] && coordinate < high[dimension];
    }

    /** The image inside the cube of a coordinate less than an edge outside. */
    double wrap(double coordinate) {
        final double raised = coordinate < 0 ? coordinate + length : coordinate;
        return raised >= length ? raised - length : raised;
    }
}
