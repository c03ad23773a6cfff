package org.jshmem.examples.lulesh;

/**
 * The resistance of elements against motions of their corners that change neither volume nor shape as a whole, and that
 * nothing else would stop; after Flanagan and Belytschko. There are four such modes for each axis.
 */
final class Hourglass {
    private static final int MODES = 4;
    private static final double STRENGTH = 3 * 0.01;

    /** How much each corner takes part in each mode. */
    private static final double[][] BASE = {
        {1, 1, -1, -1, -1, -1, 1, 1}, //
        {1, -1, -1, 1, -1, 1, 1, -1},
        {1, -1, 1, -1, 1, -1, 1, -1},
        {-1, 1, -1, 1, 1, -1, 1, -1}
    };

    /** The corners by which the derivative of the volume at a corner is found, in the order of the formula. */
    private static final int[][] NEAR = {
        {1, 2, 3, 4, 5, 7},
        {2, 3, 0, 5, 6, 4},
        {3, 0, 1, 6, 7, 5},
        {0, 1, 2, 7, 4, 6},
        {7, 6, 5, 0, 3, 1},
        {4, 7, 6, 1, 0, 2},
        {5, 4, 7, 2, 1, 3},
        {6, 5, 4, 3, 2, 0}
    };

    /** How the volume changes with each coordinate of each corner. */
    private final double[][][] slope = new double[Place.AXES][Mesh.CORNERS][Corners.BLOCK];

    /** Modes of the positions, and of the velocities along one axis. */
    private final double[][][] shape = new double[Place.AXES][MODES][Corners.BLOCK];

    private final double[][] motion = new double[MODES][Corners.BLOCK];

    /** For one axis of the velocities: sums over corners and then over modes, by axis of the positions. */
    private final double[][] sums = new double[Place.AXES][Corners.BLOCK];

    private final double[] inverseVolume = new double[Corners.BLOCK];
    private final double[] factor = new double[Corners.BLOCK];

    /** Adds to the forces of a block of elements. */
    void add(Corners[] position, Corners[] velocity, Elements elements, int first, Corners[] force, int count) {
        prepare(elements, first, count);
        for (int axis = 0; axis < Place.AXES; axis++) {
            final double[][] u = position[(axis + 1) % Place.AXES].at;
            final double[][] v = position[(axis + 2) % Place.AXES].at;
            for (int corner = 0; corner < Mesh.CORNERS; corner++) {
                slope(u, v, NEAR[corner], slope[axis][corner], count);
            }
            modes(position[axis].at, shape[axis], count);
        }
        for (int axis = 0; axis < Place.AXES; axis++) {
            resist(velocity[axis].at, force[axis].at, count);
        }
    }

    private void prepare(Elements elements, int first, int count) {
        for (int i = 0; i < count; i++) {
            final double volume = elements.mass[first + i] * elements.volume[first + i];
            inverseVolume[i] = 1 / volume;
            factor[i] = -STRENGTH * elements.soundSpeed[first + i] * elements.mass[first + i] / Math.cbrt(volume);
        }
    }

    private static void slope(double[][] u, double[][] v, int[] near, double[] slope, int count) {
        final double[] u0 = u[near[0]];
        final double[] u1 = u[near[1]];
        final double[] u2 = u[near[2]];
        final double[] u3 = u[near[3]];
        final double[] u4 = u[near[4]];
        final double[] u5 = u[near[5]];
        final double[] v0 = v[near[0]];
        final double[] v1 = v[near[1]];
        final double[] v2 = v[near[2]];
        final double[] v3 = v[near[3]];
        final double[] v4 = v[near[4]];
        final double[] v5 = v[near[5]];
        for (int i = 0; i < count; i++) {
            slope[i] = ((u1[i] + u2[i]) * (v0[i] + v1[i])
                            - (u0[i] + u1[i]) * (v1[i] + v2[i])
                            + (u0[i] + u4[i]) * (v3[i] + v4[i])
                            - (u3[i] + u4[i]) * (v0[i] + v4[i])
                            - (u2[i] + u5[i]) * (v3[i] + v5[i])
                            + (u3[i] + u5[i]) * (v2[i] + v5[i]))
                    * (1.0 / 12);
        }
    }

    private static void modes(double[][] at, double[][] modes, int count) {
        modes(at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], modes, count);
    }

    private static void modes(
            double[] p0,
            double[] p1,
            double[] p2,
            double[] p3,
            double[] p4,
            double[] p5,
            double[] p6,
            double[] p7,
            double[][] modes,
            int count) {
        final double[] mode0 = modes[0];
        final double[] mode1 = modes[1];
        final double[] mode2 = modes[2];
        final double[] mode3 = modes[3];
        for (int i = 0; i < count; i++) {
            mode0[i] = p0[i] + p1[i] + p6[i] + p7[i] - (p2[i] + p3[i] + p4[i] + p5[i]);
            mode1[i] = p0[i] + p3[i] + p5[i] + p6[i] - (p1[i] + p2[i] + p4[i] + p7[i]);
            mode2[i] = p0[i] + p2[i] + p4[i] + p6[i] - (p1[i] + p3[i] + p5[i] + p7[i]);
            mode3[i] = p1[i] + p3[i] + p4[i] + p6[i] - (p0[i] + p2[i] + p5[i] + p7[i]);
        }
    }

    /** Along one axis: finds the motion in each mode less what belongs to a change of volume, and stems against it. */
    private void resist(double[][] velocity, double[][] force, int count) {
        modes(velocity, motion, count);
        for (int axis = 0; axis < Place.AXES; axis++) {
            sumOverCorners(slope[axis], velocity, sums[axis], count);
        }
        for (int mode = 0; mode < MODES; mode++) {
            project(shape[0][mode], shape[1][mode], shape[2][mode], motion[mode], count);
        }
        for (int axis = 0; axis < Place.AXES; axis++) {
            sumOverModes(shape[axis], motion, sums[axis], count);
        }
        for (int corner = 0; corner < Mesh.CORNERS; corner++) {
            push(corner, force[corner], count);
        }
    }

    private static void sumOverCorners(double[][] a, double[][] b, double[] sum, int count) {
        final double[] a0 = a[0];
        final double[] a1 = a[1];
        final double[] a2 = a[2];
        final double[] a3 = a[3];
        final double[] a4 = a[4];
        final double[] a5 = a[5];
        final double[] a6 = a[6];
        final double[] a7 = a[7];
        final double[] b0 = b[0];
        final double[] b1 = b[1];
        final double[] b2 = b[2];
        final double[] b3 = b[3];
        final double[] b4 = b[4];
        final double[] b5 = b[5];
        final double[] b6 = b[6];
        final double[] b7 = b[7];
        for (int i = 0; i < count; i++) {
            final double lower = a0[i] * b0[i] + a1[i] * b1[i] + a2[i] * b2[i] + a3[i] * b3[i];
            final double upper = a4[i] * b4[i] + a5[i] * b5[i] + a6[i] * b6[i] + a7[i] * b7[i];
            sum[i] = lower + upper;
        }
    }

    private static void sumOverModes(double[][] a, double[][] b, double[] sum, int count) {
        final double[] a0 = a[0];
        final double[] a1 = a[1];
        final double[] a2 = a[2];
        final double[] a3 = a[3];
        final double[] b0 = b[0];
        final double[] b1 = b[1];
        final double[] b2 = b[2];
        final double[] b3 = b[3];
        for (int i = 0; i < count; i++) {
            sum[i] = a0[i] * b0[i] + a1[i] * b1[i] + a2[i] * b2[i] + a3[i] * b3[i];
        }
    }

    private void project(double[] shapeX, double[] shapeY, double[] shapeZ, double[] motion, int count) {
        final double[] inverseVolume = this.inverseVolume;
        final double[] sumX = sums[0];
        final double[] sumY = sums[1];
        final double[] sumZ = sums[2];
        for (int i = 0; i < count; i++) {
            motion[i] -= inverseVolume[i] * (shapeX[i] * sumX[i] + shapeY[i] * sumY[i] + shapeZ[i] * sumZ[i]);
        }
    }

    private void push(int corner, double[] force, int count) {
        final double[] inverseVolume = this.inverseVolume;
        final double[] factor = this.factor;
        final double[] sumX = sums[0];
        final double[] sumY = sums[1];
        final double[] sumZ = sums[2];
        final double[] slopeX = slope[0][corner];
        final double[] slopeY = slope[1][corner];
        final double[] slopeZ = slope[2][corner];
        final double[] motion0 = motion[0];
        final double[] motion1 = motion[1];
        final double[] motion2 = motion[2];
        final double[] motion3 = motion[3];
        final double base0 = BASE[0][corner];
        final double base1 = BASE[1][corner];
        final double base2 = BASE[2][corner];
        final double base3 = BASE[3][corner];
        for (int i = 0; i < count; i++) {
            final double modes = base0 * motion0[i] + base1 * motion1[i] + base2 * motion2[i] + base3 * motion3[i];
            final double volume = slopeX[i] * sumX[i] + slopeY[i] * sumY[i] + slopeZ[i] * sumZ[i];
            force[i] += factor[i] * (modes - inverseVolume[i] * volume);
        }
    }
}
