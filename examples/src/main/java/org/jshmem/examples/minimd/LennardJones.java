package org.jshmem.examples.minimd;

import java.util.Arrays;

/**
 * The forces of the Lennard-Jones potential, in units in which its depth and its radius are 1.
 *
 * <p>The atoms are taken in blocks, and each block in three loops. The first finds the pairs within the cutoff: it
 * writes each and counts those that are, without a branch, for every third pair of the lists is beyond it and no
 * processor foresees which. The second, with the division, reads and writes its arrays at one index, of which C2 makes
 * vector instructions. The third adds the forces to both atoms.
 */
final class LennardJones {
    private static final int BLOCK = 16;

    private final double square;
    private final int[] ends = new int[BLOCK];

    /** Of each pair: the other atom, the vector from it, the square of the distance, force by distance. */
    private int[] others = {};

    private double[] dx = {};
    private double[] dy = {};
    private double[] dz = {};
    private double[] squares = {};
    private double[] forces = {};

    private double energy;
    private double virial;

    LennardJones(double cutoff) {
        this.square = cutoff * cutoff;
    }

    /** Potential energy of this PE's pairs at the last {@link #compute} that measured. */
    double energy() {
        return energy;
    }

    /** Sum of force times distance over this PE's pairs, likewise. */
    double virial() {
        return virial;
    }

    /** Sets the forces of all atoms, ghosts included, from the pairs in this PE's lists. */
    void compute(Atoms atoms, NeighbourList list, boolean isMeasured) {
        Arrays.fill(atoms.f, 0, atoms.end(), 0);
        energy = 0;
        virial = 0;
        for (int first = 0; first < atoms.owned(); first += BLOCK) {
            final int count = Math.min(BLOCK, atoms.owned() - first);
            reserve(list.starts()[first + count] - list.starts()[first] + 1);
            final int pairs = collect(atoms.x, list, first, count);
            computeForces(squares, forces, pairs);
            add(atoms.f, first, count);
            if (isMeasured) {
                measure(pairs);
            }
        }
    }

    private void reserve(int pairs) {
        if (pairs > others.length) {
            others = new int[2 * pairs];
            dx = new double[2 * pairs];
            dy = new double[2 * pairs];
            dz = new double[2 * pairs];
            squares = new double[2 * pairs];
            forces = new double[2 * pairs];
        }
    }

    private int collect(double[] x, NeighbourList list, int first, int count) {
        int n = 0;
        for (int i = 0; i < count; i++) {
            n = collect(
                    x, (first + i) * Box.DIMENSIONS, list, list.starts()[first + i], list.starts()[first + i + 1], n);
            ends[i] = n;
        }
        return n;
    }

    private int collect(double[] x, int place, NeighbourList list, int from, int to, int end) {
        final int[] places = list.places();
        final int[] others = this.others;
        final double[] dx = this.dx;
        final double[] dy = this.dy;
        final double[] dz = this.dz;
        final double[] squares = this.squares;
        final double limit = square;
        final double x0 = x[place];
        final double y0 = x[place + 1];
        final double z0 = x[place + 2];
        int n = end;
        for (int k = from; k < to; k++) {
            final int other = places[k];
            others[n] = other;
            final double x1 = x0 - x[other];
            final double y1 = y0 - x[other + 1];
            final double z1 = z0 - x[other + 2];
            final double sum = x1 * x1 + y1 * y1 + z1 * z1;
            dx[n] = x1;
            dy[n] = y1;
            dz[n] = z1;
            squares[n] = sum;
            n += sum < limit ? 1 : 0;
        }
        return n;
    }

    private static void computeForces(double[] squares, double[] forces, int pairs) {
        for (int k = 0; k < pairs; k++) {
            final double inverse = 1 / squares[k];
            final double sixth = inverse * inverse * inverse;
            forces[k] = 48 * sixth * (sixth - 0.5) * inverse;
        }
    }

    private void add(double[] f, int first, int count) {
        int from = 0;
        for (int i = 0; i < count; i++) {
            add(f, (first + i) * Box.DIMENSIONS, from, ends[i]);
            from = ends[i];
        }
    }

    private void add(double[] f, int place, int from, int to) {
        final int[] others = this.others;
        final double[] dx = this.dx;
        final double[] dy = this.dy;
        final double[] dz = this.dz;
        final double[] forces = this.forces;
        double sumX = 0;
        double sumY = 0;
        double sumZ = 0;
        for (int k = from; k < to; k++) {
            final int other = others[k];
            final double fx = dx[k] * forces[k];
            final double fy = dy[k] * forces[k];
            final double fz = dz[k] * forces[k];
            sumX += fx;
            sumY += fy;
            sumZ += fz;
            f[other] -= fx;
            f[other + 1] -= fy;
            f[other + 2] -= fz;
        }
        f[place] += sumX;
        f[place + 1] += sumY;
        f[place + 2] += sumZ;
    }

    private void measure(int pairs) {
        for (int k = 0; k < pairs; k++) {
            final double sixth = 1 / (squares[k] * squares[k] * squares[k]);
            energy += 4 * sixth * (sixth - 1);
            virial += squares[k] * forces[k];
        }
    }
}
