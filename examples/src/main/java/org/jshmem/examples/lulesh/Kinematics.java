package org.jshmem.examples.lulesh;

import java.util.Arrays;

/** How the elements have changed by the motion of their nodes: volume, size, and the velocity differences in them. */
final class Kinematics {
    private static final double TINY = 1e-36;

    private static final int[][] CORNERS_OF_FACE = {
        {0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}
    };

    /** The volume is a sum of three triple products; the corners that each is of, besides 0 and 6. */
    private static final int[][] CORNERS_OF_PRODUCT = {{3, 1, 7, 2}, {4, 3, 5, 7}, {1, 4, 2, 5}};

    private final Mesh mesh;
    private final Nodes nodes;
    private final Elements elements;
    private final Corners[] position = Corners.ofAxes();
    private final Corners[] velocity = Corners.ofAxes();
    private final Modes[] shape = modes();
    private final Modes[] motion = modes();

    /** The product of two edges of the elements, as a vector. */
    private final double[][] product = new double[Place.AXES][Corners.BLOCK];

    private final double[] volume = new double[Corners.BLOCK];
    private final double[] square = new double[Corners.BLOCK];
    private final double[] growth = new double[Corners.BLOCK];
    private final double[] extent = new double[Corners.BLOCK];
    private final double[] gradient = new double[Corners.BLOCK];

    Kinematics(Mesh mesh, Nodes nodes, Elements elements) {
        this.mesh = mesh;
        this.nodes = nodes;
        this.elements = elements;
    }

    private static Modes[] modes() {
        final Modes[] modes = new Modes[Place.AXES];
        Arrays.setAll(modes, axis -> new Modes());
        return modes;
    }

    /** Sets the masses of the elements by their volumes, and gives each of their nodes an eighth. */
    void fill() {
        for (int first = 0; first < mesh.elements; first += Corners.BLOCK) {
            final int count = Math.min(Corners.BLOCK, mesh.elements - first);
            gather(first, count);
            volume(count);
            for (int i = 0; i < count; i++) {
                elements.mass[first + i] = volume[i];
                for (int[] corner : mesh.corners) {
                    nodes.mass[corner[first + i]] += volume[i] / Mesh.CORNERS;
                }
            }
        }
    }

    /** Sets what changes in a step of the given time. */
    void compute(double time) {
        for (int first = 0; first < mesh.elements; first += Corners.BLOCK) {
            compute(time, first, Math.min(Corners.BLOCK, mesh.elements - first));
        }
    }

    private void compute(double time, int first, int count) {
        gather(first, count);
        volume(count);
        square(count);
        for (int axis = 0; axis < Place.AXES; axis++) {
            shape[axis].of(position[axis], count);
            motion[axis].of(velocity[axis], count);
        }
        for (int axis = 0; axis < Place.AXES; axis++) {
            product(axis, count);
            gradient(axis, count);
            System.arraycopy(extent, 0, elements.extents[axis], first, count);
            System.arraycopy(gradient, 0, elements.gradients[axis], first, count);
        }
        for (int axis = 0; axis < Place.AXES; axis++) {
            shape[axis].subtract(motion[axis], 0.5 * time, count);
        }
        growth(count);
        store(first, count);
    }

    private void gather(int first, int count) {
        for (int axis = 0; axis < Place.AXES; axis++) {
            position[axis].gather(nodes.position[axis], mesh, first, count);
            velocity[axis].gather(nodes.velocity[axis], mesh, first, count);
        }
    }

    private void volume(int count) {
        Arrays.fill(volume, 0);
        for (int[] corners : CORNERS_OF_PRODUCT) {
            for (int axis = 0; axis < Place.AXES; axis++) {
                addProduct(
                        position[axis].at,
                        position[(axis + 1) % Place.AXES].at,
                        position[(axis + 2) % Place.AXES].at,
                        corners,
                        count);
            }
        }
    }

    /** Adds one axis of a triple product. */
    private void addProduct(double[][] u, double[][] v, double[][] w, int[] corners, int count) {
        final double[] volume = this.volume;
        final double[] u0 = u[corners[0]];
        final double[] u1 = u[corners[1]];
        final double[] u2 = u[corners[2]];
        final double[] u3 = u[corners[3]];
        final double[] v0 = v[corners[0]];
        final double[] v3 = v[corners[3]];
        final double[] vLow = v[0];
        final double[] vHigh = v[6];
        final double[] w0 = w[corners[0]];
        final double[] w3 = w[corners[3]];
        final double[] wLow = w[0];
        final double[] wHigh = w[6];
        for (int i = 0; i < count; i++) {
            final double sum = u0[i] - u1[i] + (u2[i] - u3[i]);
            final double v60 = vHigh[i] - v0[i];
            final double w60 = wHigh[i] - w0[i];
            final double v30 = v3[i] - vLow[i];
            final double w30 = w3[i] - wLow[i];
            volume[i] += sum * (v60 * w30 - w60 * v30) * (1.0 / 12);
        }
    }

    /** The largest square of a face's size. */
    private void square(int count) {
        Arrays.fill(square, 0);
        for (int[] corners : CORNERS_OF_FACE) {
            enlarge(position[0].at, position[1].at, position[2].at, corners, count);
        }
    }

    private void enlarge(double[][] x, double[][] y, double[][] z, int[] corners, int count) {
        final double[] square = this.square;
        final double[] x0 = x[corners[0]];
        final double[] x1 = x[corners[1]];
        final double[] x2 = x[corners[2]];
        final double[] x3 = x[corners[3]];
        final double[] y0 = y[corners[0]];
        final double[] y1 = y[corners[1]];
        final double[] y2 = y[corners[2]];
        final double[] y3 = y[corners[3]];
        final double[] z0 = z[corners[0]];
        final double[] z1 = z[corners[1]];
        final double[] z2 = z[corners[2]];
        final double[] z3 = z[corners[3]];
        for (int i = 0; i < count; i++) {
            final double fx = x2[i] - x0[i] - (x3[i] - x1[i]);
            final double fy = y2[i] - y0[i] - (y3[i] - y1[i]);
            final double fz = z2[i] - z0[i] - (z3[i] - z1[i]);
            final double gx = x2[i] - x0[i] + (x3[i] - x1[i]);
            final double gy = y2[i] - y0[i] + (y3[i] - y1[i]);
            final double gz = z2[i] - z0[i] + (z3[i] - z1[i]);
            final double ff = fx * fx + fy * fy + fz * fz;
            final double gg = gx * gx + gy * gy + gz * gz;
            final double fg = fx * gx + fy * gy + fz * gz;
            square[i] = Math.max(square[i], ff * gg - fg * fg);
        }
    }

    /** The product of the edges along the other two axes. */
    private void product(int axis, int count) {
        final int next = (axis + 1) % Place.AXES;
        final int last = (axis + 2) % Place.AXES;
        for (int component = 0; component < Place.AXES; component++) {
            final double[][] u = shape[(component + 1) % Place.AXES].along;
            final double[][] v = shape[(component + 2) % Place.AXES].along;
            product(u[next], v[next], u[last], v[last], product[component], count);
        }
    }

    private static void product(double[] u0, double[] v0, double[] u1, double[] v1, double[] product, int count) {
        for (int i = 0; i < count; i++) {
            product[i] = u0[i] * v1[i] - v0[i] * u1[i];
        }
    }

    private void gradient(int axis, int count) {
        final double[] volume = this.volume;
        final double[] extent = this.extent;
        final double[] gradient = this.gradient;
        final double[] productX = product[0];
        final double[] productY = product[1];
        final double[] productZ = product[2];
        final double[] motionX = motion[0].along[axis];
        final double[] motionY = motion[1].along[axis];
        final double[] motionZ = motion[2].along[axis];
        for (int i = 0; i < count; i++) {
            final double x = productX[i] * (1.0 / 16);
            final double y = productY[i] * (1.0 / 16);
            final double z = productZ[i] * (1.0 / 16);
            final double flow = x * motionX[i] + y * motionY[i] + z * motionZ[i];
            extent[i] = volume[i] / Math.sqrt(x * x + y * y + z * z + TINY);
            gradient[i] = 0.25 * flow / (volume[i] + TINY);
        }
    }

    /** From the shape in the middle of the step: the trace of the velocity gradient. */
    private void growth(int count) {
        Arrays.fill(growth, 0);
        for (int axis = 0; axis < Place.AXES; axis++) {
            product(axis, count);
            addGrowth(axis, count);
        }
        divideByDeterminant(count);
    }

    private void addGrowth(int axis, int count) {
        final double[] growth = this.growth;
        final double[] productX = product[0];
        final double[] productY = product[1];
        final double[] productZ = product[2];
        final double[] motionX = motion[0].along[axis];
        final double[] motionY = motion[1].along[axis];
        final double[] motionZ = motion[2].along[axis];
        for (int i = 0; i < count; i++) {
            growth[i] += productX[i] * motionX[i] + productY[i] * motionY[i] + productZ[i] * motionZ[i];
        }
    }

    /** With the products of the last axis. */
    private void divideByDeterminant(int count) {
        final double[] growth = this.growth;
        final double[] productX = product[0];
        final double[] productY = product[1];
        final double[] productZ = product[2];
        final double[] shapeX = shape[0].along[2];
        final double[] shapeY = shape[1].along[2];
        final double[] shapeZ = shape[2].along[2];
        for (int i = 0; i < count; i++) {
            growth[i] /= productX[i] * shapeX[i] + productY[i] * shapeY[i] + productZ[i] * shapeZ[i];
        }
    }

    private void store(int first, int count) {
        for (int i = 0; i < count; i++) {
            final int element = first + i;
            final double relative = volume[i] / elements.mass[element];
            if (!(relative > 0)) {
                throw new IllegalStateException("element " + element + " has a volume of " + volume[i]);
            }
            elements.nextVolume[element] = relative;
            elements.volumeChange[element] = relative - elements.volume[element];
            elements.length[element] = 4 * volume[i] / Math.sqrt(square[i]);
            elements.growth[element] = growth[i];
        }
    }
}
