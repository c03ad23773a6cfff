package org.jshmem.examples.minimd;

/**
 * The atoms at the start: a face-centred cubic lattice, with random velocities that depend on an atom's site only, so
 * that they are the same on any number of PEs.
 */
final class Lattice {
    static final double DENSITY = 0.8442;

    /** Random numbers left out, so that those of neighbouring sites are not alike. */
    private static final int LEFT_OUT = 5;

    private final int sites;

    /** Edge of a cell, which has four atoms. */
    private final double cell = Math.pow(4 / DENSITY, 1.0 / 3.0);

    Lattice(int cells) {
        this.sites = 2 * cells;
    }

    int atoms() {
        return sites / 2 * sites * sites;
    }

    double length() {
        return 0.5 * sites * cell;
    }

    /** Adds the atoms of this PE's part. */
    void fill(Atoms atoms, Box box) {
        for (int k = 0; k < sites; k++) {
            for (int j = 0; j < sites; j++) {
                fillRow(atoms, box, j, k);
            }
        }
    }

    private void fillRow(Atoms atoms, Box box, int j, int k) {
        final double[] position = {0, coordinate(j), coordinate(k)};
        for (int i = (j + k) % 2; i < sites; i += 2) {
            position[0] = coordinate(i);
            if (box.contains(position[0], position[1], position[2])) {
                atoms.add(position, velocity((k * sites + j) * sites + i), 0, 0);
            }
        }
    }

    private double coordinate(int site) {
        return 0.5 * cell * site;
    }

    private static double[] velocity(int site) {
        final ParkMiller random = new ParkMiller(site + 1);
        return new double[] {random.nextAfter(LEFT_OUT), random.nextAfter(LEFT_OUT), random.nextAfter(LEFT_OUT)};
    }
}
