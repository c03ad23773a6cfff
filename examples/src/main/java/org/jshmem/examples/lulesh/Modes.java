package org.jshmem.examples.lulesh;

/**
 * How a quantity at the corners of elements changes along each of an element's three axes: the sum at the face above
 * less that at the face below.
 */
final class Modes {
    final double[][] along = new double[Place.AXES][Corners.BLOCK];

    void of(Corners corners, int count) {
        final double[][] at = corners.at;
        compute(at[6], at[0], at[7], at[1], at[5], at[3], at[4], at[2], count);
    }

    /** From the values at the ends of the element's diagonals. */
    private void compute(
            double[] p6,
            double[] p0,
            double[] p7,
            double[] p1,
            double[] p5,
            double[] p3,
            double[] p4,
            double[] p2,
            int count) {
        final double[] fast = along[0];
        final double[] middle = along[1];
        final double[] slow = along[2];
        for (int i = 0; i < count; i++) {
            final double d60 = p6[i] - p0[i];
            final double d71 = p7[i] - p1[i];
            final double d53 = p5[i] - p3[i];
            final double d42 = p4[i] - p2[i];
            fast[i] = d60 - d71 + (d53 - d42);
            middle[i] = d60 + d71 - (d53 + d42);
            slow[i] = d60 + d71 + (d53 + d42);
        }
    }

    /** Takes away another quantity's change times a factor. */
    void subtract(Modes other, double factor, int count) {
        for (int axis = 0; axis < Place.AXES; axis++) {
            subtract(along[axis], other.along[axis], factor, count);
        }
    }

    private static void subtract(double[] dest, double[] other, double factor, int count) {
        for (int i = 0; i < count; i++) {
            dest[i] -= factor * other[i];
        }
    }
}
