package org.jshmem.examples.minimd;

import java.util.Arrays;

/**
 * For each atom of this PE, the atoms with which it computes forces: those within the cutoff whose bin comes after its
 * own, and of its own bin those that come after it. Each pair is so in one list only, on one PE only.
 */
final class NeighbourList {
    private final double cutoff;
    private final Bins bins;

    /** Rows of bins: distances of the first bin from an atom's own one, and of the bin after the last one. */
    private final int[] rowStarts;

    private final int[] rowEnds;
    private int rows;

    /** Where the list of each atom begins, and the end of the last one. */
    private int[] starts = {0};

    private int[] places = {};

    NeighbourList(Bins bins, double cutoff) {
        this.bins = bins;
        this.cutoff = cutoff;
        final int reach = (int) Math.ceil(cutoff / bins.edge - 1e-3);
        this.rowStarts = new int[(2 * reach + 1) * (reach + 1)];
        this.rowEnds = new int[rowStarts.length];
        for (int dz = 0; dz <= reach; dz++) {
            for (int dy = dz == 0 ? 0 : -reach; dy <= reach; dy++) {
                addRow(dy, dz, reach);
            }
        }
    }

    /** Adds the bins of a row of which some point may be within the cutoff of an atom's own bin. */
    private void addRow(int dy, int dz, int reach) {
        int last = reach;
        while (last >= 0 && Math.hypot(Math.hypot(gap(last), gap(dy)), gap(dz)) >= cutoff) {
            last--;
        }
        if (last >= 0) {
            rowStarts[rows] = bins.distance(dy == 0 && dz == 0 ? 1 : -last, dy, dz);
            rowEnds[rows++] = bins.distance(last + 1, dy, dz);
        }
    }

    /** What lies between two bins. */
    private double gap(int distance) {
        return Math.max(Math.abs(distance) - 1, 0) * bins.edge;
    }

    /** Where the list of each atom begins in {@link #places}, and the end of the last one. */
    int[] starts() {
        return starts;
    }

    /** Places of neighbours. */
    int[] places() {
        return places;
    }

    /** Makes the lists of all atoms of this PE. */
    void build(Atoms atoms) {
        bins.sort(atoms.x, atoms.end());
        if (starts.length <= atoms.owned()) {
            starts = new int[atoms.owned() * 5 / 4 + 1];
        }
        int n = 0;
        for (int i = 0; i < atoms.owned(); i++) {
            starts[i] = n;
            n = addNeighbours(atoms, i * Box.DIMENSIONS, n);
        }
        starts[atoms.owned()] = n;
    }

    private int addNeighbours(Atoms atoms, int place, int end) {
        final double[] x = atoms.x;
        final int bin = bins.bin(x[place], x[place + 1], x[place + 2]);
        int n = addOfOwnBin(atoms, place, bin, end);
        for (int row = 0; row < rows; row++) {
            n = addNear(x, place, bins.starts[bin + rowStarts[row]], bins.starts[bin + rowEnds[row]], n);
        }
        return n;
    }

    private int addOfOwnBin(Atoms atoms, int place, int bin, int end) {
        int n = end;
        for (int k = bins.starts[bin]; k < bins.starts[bin + 1]; k++) {
            final int other = bins.places[k];
            final boolean isAfter = other < atoms.ownedEnd() ? other > place : isAbove(atoms.x, other, place);
            if (isAfter) {
                n = addNear(atoms.x, place, k, k + 1, n);
            }
        }
        return n;
    }

    /** Of an atom and a ghost, both PEs must choose the same one: by z, then y, then x. */
    private static boolean isAbove(double[] x, int one, int other) {
        for (int d = Box.DIMENSIONS - 1; d > 0; d--) {
            if (x[one + d] != x[other + d]) {
                return x[one + d] > x[other + d];
            }
        }
        return x[one] >= x[other];
    }

    /** Every atom is written, and counted if it is near: cheaper than a branch that is often mispredicted. */
    private int addNear(double[] x, int place, int from, int to, int end) {
        if (end + to - from > places.length) {
            places = Arrays.copyOf(places, 2 * (end + to - from));
        }
        final int[] candidates = bins.places;
        final int[] neighbours = places;
        final double square = cutoff * cutoff;
        final double x0 = x[place];
        final double y0 = x[place + 1];
        final double z0 = x[place + 2];
        int n = end;
        for (int k = from; k < to; k++) {
            final int other = candidates[k];
            final double dx = x0 - x[other];
            final double dy = y0 - x[other + 1];
            final double dz = z0 - x[other + 2];
            neighbours[n] = other;
            n += dx * dx + dy * dy + dz * dz <= square ? 1 : 0;
        }
        return n;
    }
}
