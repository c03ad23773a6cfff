package org.jshmem.examples.minimd;

import static org.jshmem.Shmem.*;

import java.nio.DoubleBuffer;

/**
 * The ghosts on one side of the box: copies of a neighbour's atoms, while this PE's atoms near the opposite side become
 * ghosts of the neighbour there. Across the end of the periodic cube they are moved by its edge. A PE that is its own
 * neighbour copies.
 */
final class Swap {
    private final NeighbourExchange exchange;

    /** What the exchange sends, in the form in which a loop with an int index is fastest. */
    private final DoubleBuffer packed;

    private final Route there;
    private final Route back;
    private final int dimension;
    private final double low;
    private final double high;
    private final double[] shift = new double[Box.DIMENSIONS];

    /** Places of the atoms to be copied. */
    private int[] sent = {};

    private int sentCount;

    /** The place of the first ghost, and how many coordinates of ghosts there are. */
    private int first;

    private int received;

    /** Forces on ghosts that the neighbour has computed. */
    private final double[] forces;

    /**
     * A swap.
     *
     * @param side 0 for the lower side, to which this PE's atoms are copied
     */
    Swap(NeighbourExchange exchange, Box box, double cutoff, int dimension, int side) {
        this.exchange = exchange;
        this.packed = exchange.packed().buffer();
        this.there = Route.ofGhosts(box, myPe(), dimension, side);
        this.back = there.back();
        this.dimension = dimension;
        this.low = side == 0 ? box.low[dimension] : box.high[dimension] - cutoff;
        this.high = side == 0 ? box.low[dimension] + cutoff : box.high[dimension];
        if (side == 0 && box.isFirst(dimension)) {
            shift[dimension] = box.length;
        } else if (side == 1 && box.isLast(dimension)) {
            shift[dimension] = -box.length;
        }
        this.forces = new double[(int) exchange.packed().length()];
    }

    /** Chooses the atoms to be copied, from all before a place, and makes the ghosts. */
    void begin(Atoms atoms, int end) {
        choose(atoms.x, end);
        atoms.reserve((int) exchange.packed().length());
        first = atoms.end();
        received = copyPositions(atoms);
        atoms.addGhosts(received / Box.DIMENSIONS);
    }

    private void choose(double[] x, int end) {
        if (sent.length < end / Box.DIMENSIONS) {
            sent = new int[end / Box.DIMENSIONS * 5 / 4];
        }
        int n = 0;
        for (int place = 0; place < end; place += Box.DIMENSIONS) {
            final double coordinate = x[place + dimension];
            if (coordinate >= low && coordinate <= high) {
                sent[n++] = place;
            }
        }
        sentCount = n;
    }

    /** Brings the ghosts to where their atoms are. */
    void forward(Atoms atoms) {
        copyPositions(atoms);
    }

    private int copyPositions(Atoms atoms) {
        final int nelems = sentCount * Box.DIMENSIONS;
        pack(atoms.x, packed);
        if (there.to() == myPe()) {
            get(atoms.x, first, exchange.packed(), 0, nelems, myPe());
            return nelems;
        }
        return exchange.exchange(there, nelems, atoms.x, first);
    }

    private void pack(double[] x, DoubleBuffer dest) {
        final int[] places = sent;
        final int n = sentCount;
        final double shiftX = shift[0];
        final double shiftY = shift[1];
        final double shiftZ = shift[2];
        for (int i = 0; i < n; i++) {
            final int place = places[i];
            dest.put(3 * i, x[place] + shiftX);
            dest.put(3 * i + 1, x[place + 1] + shiftY);
            dest.put(3 * i + 2, x[place + 2] + shiftZ);
        }
    }

    /** Adds the forces on the ghosts to those on their atoms. */
    void reverse(Atoms atoms) {
        if (there.to() == myPe()) {
            add(atoms.f, atoms.f, first);
        } else {
            put(exchange.packed(), 0, atoms.f, first, received, myPe());
            exchange.exchange(back, received, forces, 0);
            add(forces, atoms.f, 0);
        }
    }

    private void add(double[] source, double[] f, int index) {
        final int[] places = sent;
        final int n = sentCount;
        for (int i = 0; i < n; i++) {
            final int place = places[i];
            f[place] += source[index + 3 * i];
            f[place + 1] += source[index + 3 * i + 1];
            f[place + 2] += source[index + 3 * i + 2];
        }
    }
}
