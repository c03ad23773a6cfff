package org.jshmem.examples.minimd;

import java.util.Arrays;

/**
 * The atoms that this PE owns, followed by ghosts: copies of atoms that its neighbours own. Coordinates lie in threes;
 * the place of an atom is the index of its first one.
 *
 * <p>They are Java arrays. The force loop jumps about in them, which costs it a quarter more in symmetric memory, and
 * that is more than the copies to and from buffers there.
 */
final class Atoms {
    /** Positions. */
    double[] x;

    /** Velocities; ghosts have none. */
    double[] v;

    /** Forces. */
    double[] f;

    private int owned;
    private int ghosts;
    private double[] spareX;
    private double[] spareV;

    Atoms(int capacity) {
        final int n = capacity * Box.DIMENSIONS;
        x = new double[n];
        v = new double[n];
        f = new double[n];
        spareX = new double[n];
        spareV = new double[n];
    }

    int owned() {
        return owned;
    }

    /** Place after the last owned atom. */
    int ownedEnd() {
        return owned * Box.DIMENSIONS;
    }

    /** Place after the last ghost. */
    int end() {
        return (owned + ghosts) * Box.DIMENSIONS;
    }

    void forgetGhosts() {
        ghosts = 0;
    }

    /** Takes over ghosts whose positions lie at {@link #end}. */
    void addGhosts(int count) {
        ghosts += count;
    }

    /** Makes room for so many coordinates behind {@link #end}. */
    void reserve(int coordinates) {
        if (end() + coordinates > x.length) {
            final int n = (end() + coordinates) * 3 / 2;
            x = Arrays.copyOf(x, n);
            v = Arrays.copyOf(v, n);
            f = Arrays.copyOf(f, n);
            spareX = new double[n];
            spareV = new double[n];
        }
    }

    /** Adds an atom of this PE; there are no ghosts. */
    void add(double[] positions, double[] velocities, int from, int velocityFrom) {
        reserve(Box.DIMENSIONS);
        System.arraycopy(positions, from, x, ownedEnd(), Box.DIMENSIONS);
        System.arraycopy(velocities, velocityFrom, v, ownedEnd(), Box.DIMENSIONS);
        owned++;
    }

    /** Removes an atom of this PE; the last one takes its place. There are no ghosts. */
    void remove(int place) {
        owned--;
        System.arraycopy(x, ownedEnd(), x, place, Box.DIMENSIONS);
        System.arraycopy(v, ownedEnd(), v, place, Box.DIMENSIONS);
    }

    /**
     * Brings this PE's atoms into another order.
     *
     * @param places for each atom, the place where it lies now
     */
    void reorder(int[] places) {
        for (int i = 0; i < owned; i++) {
            System.arraycopy(x, places[i], spareX, i * Box.DIMENSIONS, Box.DIMENSIONS);
            System.arraycopy(v, places[i], spareV, i * Box.DIMENSIONS, Box.DIMENSIONS);
        }
        final double[] oldX = x;
        final double[] oldV = v;
        x = spareX;
        v = spareV;
        spareX = oldX;
        spareV = oldV;
    }
}
