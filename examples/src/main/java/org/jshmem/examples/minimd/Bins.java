package org.jshmem.examples.minimd;

import java.util.Arrays;

/**
 * Atoms sorted into small cubes, of which the whole box has the same number in each direction. Bins that differ by one
 * in x lie beside each other, so a row of bins is one range of {@link #places}.
 *
 * <p>A pair of atoms of two PEs is looked at by both, and the bins decide which of them computes it. A ghost must
 * therefore fall into the bin of its atom, moved by the edge of the box: its coordinate is moved back before it is
 * divided.
 */
final class Bins {
    /** Edge of a bin. */
    final double edge;

    /** First place in {@link #places} of each bin, and the end of the last one. */
    final int[] starts;

    /** Places of atoms, bin by bin. */
    int[] places = {};

    private final double length;
    private final double inverse;
    private final int perBox;
    private final int[] first = new int[Box.DIMENSIONS];
    private final int[] count = new int[Box.DIMENSIONS];
    private int[] binOf = {};

    /**
     * Bins for the part of a PE and what lies around it.
     *
     * @param box that part
     * @param margin how far around
     * @param perBox bins in each direction of the whole box
     */
    Bins(Box box, double margin, int perBox) {
        this.length = box.length;
        this.perBox = perBox;
        this.edge = length / perBox;
        this.inverse = 1 / edge;
        for (int d = 0; d < Box.DIMENSIONS; d++) {
            first[d] = (int) Math.floor((box.low[d] - margin) * inverse) - 1;
            count[d] = (int) Math.floor((box.high[d] + margin) * inverse) + 2 - first[d];
        }
        this.starts = new int[count[0] * count[1] * count[2] + 1];
    }

    /** The distance between the numbers of two bins. */
    int distance(int dx, int dy, int dz) {
        return (dz * count[1] + dy) * count[0] + dx;
    }

    int bin(double x, double y, double z) {
        return distance(index(x) - first[0], index(y) - first[1], index(z) - first[2]);
    }

    private int index(double coordinate) {
        return coordinate >= length
                ? (int) ((coordinate - length) * inverse) + perBox
                : (int) Math.floor(coordinate * inverse);
    }

    /** Sorts the atoms up to a place. */
    void sort(double[] x, int end) {
        final int atoms = end / Box.DIMENSIONS;
        if (atoms > binOf.length) {
            binOf = new int[atoms * 5 / 4];
            places = new int[atoms * 5 / 4];
        }
        Arrays.fill(starts, 0);
        for (int i = 0; i < atoms; i++) {
            final int place = i * Box.DIMENSIONS;
            binOf[i] = bin(x[place], x[place + 1], x[place + 2]);
            starts[binOf[i]]++;
        }
        for (int bin = 1; bin < starts.length; bin++) {
            starts[bin] += starts[bin - 1];
        }
        for (int i = atoms - 1; i >= 0; i--) {
            places[--starts[binOf[i]]] = i * Box.DIMENSIONS;
        }
    }
}
