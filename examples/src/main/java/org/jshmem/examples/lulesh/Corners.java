package org.jshmem.examples.lulesh;

import java.util.Arrays;

/**
 * A quantity at the corners of a block of elements: one array for each corner, with an element in each place. The
 * physics are loops over such arrays that read and write all of them at the same index, which C2 makes vector
 * instructions of; only bringing values from nodes and back needs the mesh.
 */
final class Corners {
    /** Elements that are computed together: enough for long loops, few enough for the arrays to stay in the cache. */
    static final int BLOCK = 256;

    final double[][] at = new double[Mesh.CORNERS][BLOCK];

    /** One for each axis. */
    static Corners[] ofAxes() {
        final Corners[] corners = new Corners[Place.AXES];
        Arrays.setAll(corners, axis -> new Corners());
        return corners;
    }

    /** Reads the values at the corners of elements. */
    void gather(double[] field, Mesh mesh, int first, int count) {
        for (int corner = 0; corner < Mesh.CORNERS; corner++) {
            gather(field, mesh.corners[corner], first, at[corner], count);
        }
    }

    private static void gather(double[] field, int[] nodes, int first, double[] dest, int count) {
        for (int i = 0; i < count; i++) {
            dest[i] = field[nodes[first + i]];
        }
    }

    /** Adds the values to those of the nodes. */
    void addTo(double[] field, Mesh mesh, int first, int count) {
        for (int corner = 0; corner < Mesh.CORNERS; corner++) {
            addTo(field, mesh.corners[corner], first, at[corner], count);
        }
    }

    private static void addTo(double[] field, int[] nodes, int first, double[] source, int count) {
        for (int i = 0; i < count; i++) {
            field[nodes[first + i]] += source[i];
        }
    }
}
