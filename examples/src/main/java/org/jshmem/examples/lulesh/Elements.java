package org.jshmem.examples.lulesh;

import java.util.Arrays;

/** What is known of the elements. Those that have ghosts say so; the others are the PE's own. */
final class Elements {
    /** Volumes this near to that at the start are the same. */
    private static final double VOLUME_CUT = 1e-10;

    final double[] energy;
    final double[] pressure;

    /** Artificial viscosity, which takes up the shock, and its linear and quadratic part. */
    final double[] viscosity;

    final double[] linearViscosity;
    final double[] quadraticViscosity;

    /** Volume at the start; with the density of 1 also the mass. */
    final double[] mass;

    /** Volume relative to the start, what it becomes in this step, and the difference. */
    final double[] volume;

    final double[] nextVolume;
    final double[] volumeChange;

    /** Rate of the volume's growth, relative to the volume. */
    final double[] growth;

    final double[] length;
    final double[] soundSpeed;

    /** For each axis: extent, and the difference of velocity across it by that extent, with ghosts. */
    final double[][] extents;

    final double[][] gradients;

    Elements(Mesh mesh) {
        final int n = mesh.elements;
        energy = new double[n];
        pressure = new double[n];
        viscosity = new double[n];
        linearViscosity = new double[n];
        quadraticViscosity = new double[n];
        mass = new double[n];
        volume = new double[n];
        nextVolume = new double[n];
        volumeChange = new double[n];
        growth = new double[n];
        length = new double[n];
        soundSpeed = new double[n];
        extents = new double[Place.AXES][n];
        gradients = new double[Place.AXES][mesh.elementsWithGhosts];
        Arrays.fill(volume, 1);
    }

    /** Keeps the volumes of this step. */
    void update() {
        for (int element = 0; element < volume.length; element++) {
            final double next = nextVolume[element];
            volume[element] = Math.abs(next - 1) < VOLUME_CUT ? 1 : next;
        }
    }
}
