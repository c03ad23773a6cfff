package org.jshmem.examples.minimd;

/**
 * One of the ways that data goes in a step: from each PE to its neighbour on one side, and so to each PE from that on
 * the other side. All PEs use all routes in the same order.
 *
 * @param number from 0; the same on all PEs
 * @param to the neighbour to which this PE's data goes
 * @param from the neighbour whose data comes
 */
record Route(int number, int to, int from) {
    /** Two ways in each dimension: for atoms that leave, for copies of atoms, and back for the forces on these. */
    static final int COUNT = 3 * 2 * Box.DIMENSIONS;

    /** Along which atoms go to the PE that owns them from now on. */
    static Route ofLeaving(Box box, int me, int dimension, int side) {
        return new Route(
                2 * dimension + side, neighbour(box, me, dimension, side), neighbour(box, me, dimension, 1 - side));
    }

    /** Along which copies of atoms near the side go. */
    static Route ofGhosts(Box box, int me, int dimension, int side) {
        final Route route = ofLeaving(box, me, dimension, side);
        return new Route(route.number + 2 * Box.DIMENSIONS, route.to, route.from);
    }

    /** Against a route of ghosts. */
    Route back() {
        return new Route(number + 2 * Box.DIMENSIONS, from, to);
    }

    private static int neighbour(Box box, int me, int dimension, int side) {
        return box.grid.neighbour(me, dimension, side == 0 ? -1 : 1);
    }
}
