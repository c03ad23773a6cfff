package org.jshmem.examples.lulesh;

import org.jshmem.messages.Messages;
import org.jshmem.messages.PeGrid;

/** Where a PE is in the cube of PEs. The first axis is the fastest: along it the numbers of PEs go up one by one. */
final class Place {
    static final int AXES = 3;

    private final PeGrid grid;
    private final int[] coordinates = new int[AXES];

    Place(int pe, int npes) {
        final int side = (int) Math.round(Math.cbrt(npes));
        if (side * side * side != npes) {
            throw new IllegalArgumentException(npes + " PEs are no cube; take 1, 8, 27 ...");
        }
        grid = PeGrid.of(side, side, side);
        for (int axis = 0; axis < AXES; axis++) {
            coordinates[axis] = grid.coordinates(pe)[AXES - 1 - axis];
        }
    }

    /** PEs in each direction. */
    int side() {
        return grid.length(0);
    }

    int coordinate(int axis) {
        return coordinates[axis];
    }

    /** Whether the PE is at the origin, where the blast is. */
    boolean isFirst() {
        return coordinates[0] + coordinates[1] + coordinates[2] == 0;
    }

    /** The PE so many PEs away, or {@link Messages#PE_NONE} beyond the cube. */
    int neighbour(int... steps) {
        return grid.pe(coordinates[2] + steps[2], coordinates[1] + steps[1], coordinates[0] + steps[0]);
    }
}
