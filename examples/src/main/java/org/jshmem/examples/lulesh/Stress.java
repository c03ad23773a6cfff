package org.jshmem.examples.lulesh;

/** The forces by which the pressure in an element pushes its corners: each face pushes its four. */
final class Stress {
    private static final int[][] CORNERS_OF_FACE = {
        {0, 1, 2, 3}, {0, 4, 5, 1}, {1, 5, 6, 2}, {2, 6, 7, 3}, {3, 7, 4, 0}, {4, 7, 6, 5}
    };

    private static final int[][] FACES_OF_CORNER = {
        {0, 1, 4}, {0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {1, 4, 5}, {1, 2, 5}, {2, 3, 5}, {3, 4, 5}
    };

    /** A quarter of each face's area, as a vector. */
    private final double[][] areas = new double[Mesh.FACES][Corners.BLOCK];

    private final double[] pressure = new double[Corners.BLOCK];

    /** Sets the forces of a block of elements. */
    void compute(Corners[] position, Elements elements, int first, Corners[] force, int count) {
        for (int i = 0; i < count; i++) {
            pressure[i] = elements.pressure[first + i] + elements.viscosity[first + i];
        }
        for (int axis = 0; axis < Place.AXES; axis++) {
            final double[][] u = position[(axis + 1) % Place.AXES].at;
            final double[][] v = position[(axis + 2) % Place.AXES].at;
            for (int face = 0; face < Mesh.FACES; face++) {
                area(u, v, CORNERS_OF_FACE[face], areas[face], count);
            }
            for (int corner = 0; corner < Mesh.CORNERS; corner++) {
                push(FACES_OF_CORNER[corner], force[axis].at[corner], count);
            }
        }
    }

    private static void area(double[][] u, double[][] v, int[] corners, double[] area, int count) {
        final double[] u0 = u[corners[0]];
        final double[] u1 = u[corners[1]];
        final double[] u2 = u[corners[2]];
        final double[] u3 = u[corners[3]];
        final double[] v0 = v[corners[0]];
        final double[] v1 = v[corners[1]];
        final double[] v2 = v[corners[2]];
        final double[] v3 = v[corners[3]];
        for (int i = 0; i < count; i++) {
            final double along = u3[i] + u2[i] - u1[i] - u0[i];
            final double across = u2[i] + u1[i] - u3[i] - u0[i];
            final double alongV = v3[i] + v2[i] - v1[i] - v0[i];
            final double acrossV = v2[i] + v1[i] - v3[i] - v0[i];
            area[i] = 0.0625 * (along * acrossV - alongV * across);
        }
    }

    private void push(int[] faces, double[] force, int count) {
        final double[] pressure = this.pressure;
        final double[] area0 = areas[faces[0]];
        final double[] area1 = areas[faces[1]];
        final double[] area2 = areas[faces[2]];
        for (int i = 0; i < count; i++) {
            force[i] = pressure[i] * (area0[i] + area1[i] + area2[i]);
        }
    }
}
