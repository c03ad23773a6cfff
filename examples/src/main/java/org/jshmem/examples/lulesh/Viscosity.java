package org.jshmem.examples.lulesh;

import java.util.Arrays;

/**
 * The artificial viscosity that takes up the shock. It is limited where the gradient of the velocity is much the same
 * in the elements before and behind, for there is no shock.
 */
final class Viscosity {
    private static final double TINY = 1e-36;
    private static final double LARGEST = 1e12;
    private static final double LINEAR = 0.5;
    private static final double QUADRATIC = 2.0 / 3;
    private static final double LIMIT = 2;

    private final Mesh mesh;
    private final Elements elements;
    private final double[] linear = new double[Corners.BLOCK];
    private final double[] quadratic = new double[Corners.BLOCK];
    private final double[] before = new double[Corners.BLOCK];
    private final double[] here = new double[Corners.BLOCK];
    private final double[] after = new double[Corners.BLOCK];
    private final double[] extent = new double[Corners.BLOCK];

    Viscosity(Mesh mesh, Elements elements) {
        this.mesh = mesh;
        this.elements = elements;
    }

    /** Sets both parts of the viscosity, from gradients with those of the ghosts. */
    void compute() {
        for (int first = 0; first < mesh.elements; first += Corners.BLOCK) {
            compute(first, Math.min(Corners.BLOCK, mesh.elements - first));
        }
    }

    private void compute(int first, int count) {
        Arrays.fill(linear, 0);
        Arrays.fill(quadratic, 0);
        for (int axis = 0; axis < Place.AXES; axis++) {
            final double[] gradients = elements.gradients[axis];
            gather(gradients, mesh.behind[2 * axis], first, before, count);
            gather(gradients, mesh.behind[2 * axis + 1], first, after, count);
            System.arraycopy(gradients, first, here, 0, count);
            System.arraycopy(elements.extents[axis], first, extent, 0, count);
            add(count);
        }
        store(first, count);
    }

    private static void gather(double[] field, int[] places, int first, double[] dest, int count) {
        for (int i = 0; i < count; i++) {
            dest[i] = field[places[first + i]];
        }
    }

    /** Adds one axis. */
    private void add(int count) {
        final double[] linear = this.linear;
        final double[] quadratic = this.quadratic;
        final double[] before = this.before;
        final double[] here = this.here;
        final double[] after = this.after;
        final double[] extent = this.extent;
        for (int i = 0; i < count; i++) {
            final double norm = 1 / (here[i] + TINY);
            final double low = before[i] * norm;
            final double high = after[i] * norm;
            final double least = Math.min(0.5 * (low + high), Math.min(LIMIT * low, LIMIT * high));
            final double phi = Math.min(1, Math.max(0, least));
            final double flow = Math.min(0, here[i] * extent[i]);
            linear[i] += flow * (1 - phi);
            quadratic[i] += flow * flow * (1 - phi * phi);
        }
    }

    private void store(int first, int count) {
        for (int i = 0; i < count; i++) {
            final int element = first + i;
            if (elements.viscosity[element] > LARGEST) {
                throw new IllegalStateException(
                        "element " + element + " has a viscosity of " + elements.viscosity[element]);
            }
            final double density = elements.growth[element] > 0 ? 0 : 1 / elements.nextVolume[element];
            elements.linearViscosity[element] = -LINEAR * density * linear[i];
            elements.quadraticViscosity[element] = QUADRATIC * density * quadratic[i];
        }
    }
}
