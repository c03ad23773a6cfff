package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import java.util.Locale;
import org.jshmem.Cmp;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;

/**
 * A star-shaped stencil on a square grid, in the manner of the Parallel Research Kernels ({@code Stencil}, Van der
 * Wijngaart and Mattson). The stencil is a discrete divergence and the grid a linear function, so that the result is
 * known.
 *
 * <p>PEs own rows. Each puts its outer rows to its neighbours with a signal that is the number of the iteration, into
 * one of two places in turn: a neighbour is never more than one iteration ahead.
 *
 * <p>Each row is a Java array, and two loops add a row's stencils. The first adds the neighbours above and below. It
 * reads all its arrays at the same index, so the compiler makes vector instructions of it. The second adds the
 * neighbours to the left and to the right, and keeps those of the next point in local variables. It has no vector
 * instructions, but loads each element only once.
 */
public final class Stencil {
    private static final int RADIUS = 2;

    /** Weights of the points that are one and two places away. */
    private static final double NEAR = 1.0 / (2 * RADIUS);

    private static final double FAR = 1.0 / (4 * RADIUS);
    private static final double EPSILON = 1e-8;

    private final int size;
    private final int first;
    private final int rows;

    /** With the neighbours' rows above and below. */
    private final double[][] in;

    private final double[][] out;

    /** The rows to be sent, one after another. */
    private final double[] outer;

    /** Rows from above and from below, for even and odd iterations. */
    private final SymmetricDoubles halo;

    private final SymmetricLongs arrived;

    /**
     * A grid, filled with the linear function; collective.
     *
     * @param size points in a row and in a column
     */
    public Stencil(int size) {
        this.size = size;
        this.first = firstRow(myPe());
        this.rows = firstRow(myPe() + 1) - first;
        this.in = new double[rows + 2 * RADIUS][size];
        this.out = new double[rows][size];
        this.outer = new double[RADIUS * size];
        this.halo = mallocDoubles(4L * RADIUS * size);
        this.arrived = callocLongs(2);
        fill();
        barrierAll();
    }

    public static void main(String[] args) {
        final int size = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        final int iterations = args.length > 1 ? Integer.parseInt(args[1]) : 50;
        try (var _ = init();
                SymmetricDoubles norms = mallocDoubles(1)) {
            if (size / nPes() < 2 * RADIUS) {
                throw new IllegalArgumentException("size=" + size + " is too small for " + nPes() + " PEs");
            }
            final Stencil stencil = new Stencil(size);
            final long start = System.nanoTime();
            for (int i = 1; i <= iterations; i++) {
                stencil.iterate(i);
            }
            norms.set(stencil.norm());
            barrierAll();
            final double seconds = (System.nanoTime() - start) / 1e9;
            if (myPe() == 0) {
                report(size, iterations, seconds, norms);
            }
            stencil.free();
        }
    }

    private int firstRow(int pe) {
        return (int) ((long) size * pe / nPes());
    }

    private void fill() {
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < size; column++) {
                in[row + RADIUS][column] = first + row + (double) column;
            }
        }
    }

    /**
     * Adds the stencil of every point of this PE to its sum, and 1 to every point; collective.
     *
     * @param iteration 1, 2, 3 …
     */
    public void iterate(int iteration) {
        sendHalo(iteration);
        receiveHalo(iteration);
        final int top = Math.max(RADIUS - first, 0);
        final int bottom = Math.min(size - RADIUS - first, rows);
        for (int row = top; row < bottom; row++) {
            addStars(row);
        }
        for (int row = RADIUS; row < RADIUS + rows; row++) {
            addOne(in[row]);
        }
    }

    private void addStars(int row) {
        addVertical(in[row], in[row + 1], in[row + RADIUS + 1], in[row + RADIUS + 2], out[row]);
        addHorizontal(in[row + RADIUS], out[row]);
    }

    private static void addVertical(
            double[] farAbove, double[] above, double[] below, double[] farBelow, double[] sums) {
        for (int i = RADIUS; i < sums.length - RADIUS; i++) {
            sums[i] += NEAR * (below[i] - above[i]) + FAR * (farBelow[i] - farAbove[i]);
        }
    }

    private static void addHorizontal(double[] here, double[] sums) {
        double farLeft = here[0];
        double left = here[1];
        double middle = here[2];
        double right = here[3];
        for (int i = RADIUS; i < sums.length - RADIUS; i++) {
            final double farRight = here[i + RADIUS];
            sums[i] += NEAR * (right - left) + FAR * (farRight - farLeft);
            farLeft = left;
            left = middle;
            middle = right;
            right = farRight;
        }
    }

    private static void addOne(double[] row) {
        for (int i = 0; i < row.length; i++) {
            row[i] += 1;
        }
    }

    private long place(int iteration, int side) {
        return (2L * (iteration & 1) + side) * RADIUS * size;
    }

    private void sendHalo(int iteration) {
        final int count = RADIUS * size;
        if (myPe() > 0) {
            collectOuter(RADIUS);
            final long dest = place(iteration, 1);
            putSignal(halo, dest, outer, 0, count, arrived, 1, iteration, SignalOp.SET, myPe() - 1);
        }
        if (myPe() < nPes() - 1) {
            collectOuter(rows);
            final long dest = place(iteration, 0);
            putSignal(halo, dest, outer, 0, count, arrived, 0, iteration, SignalOp.SET, myPe() + 1);
        }
    }

    private void collectOuter(int firstRow) {
        for (int row = 0; row < RADIUS; row++) {
            System.arraycopy(in[firstRow + row], 0, outer, row * size, size);
        }
    }

    private void receiveHalo(int iteration) {
        if (myPe() > 0) {
            signalWaitUntil(arrived, 0, Cmp.GE, iteration);
            readHalo(place(iteration, 0), 0);
        }
        if (myPe() < nPes() - 1) {
            signalWaitUntil(arrived, 1, Cmp.GE, iteration);
            readHalo(place(iteration, 1), RADIUS + rows);
        }
    }

    private void readHalo(long place, int firstRow) {
        for (int row = 0; row < RADIUS; row++) {
            get(in[firstRow + row], 0, halo, place + (long) row * size, size, myPe());
        }
    }

    /** The sums of this PE's points, row by row. */
    public double[][] sums() {
        return out;
    }

    private double norm() {
        double norm = 0;
        for (double[] row : out) {
            for (double value : row) {
                norm += Math.abs(value);
            }
        }
        return norm;
    }

    private static void report(int size, int iterations, double seconds, SymmetricDoubles norms) {
        double norm = 0;
        for (int pe = 0; pe < nPes(); pe++) {
            norm += g(norms, pe);
        }
        final double inner = size - 2.0 * RADIUS;
        norm /= inner * inner;
        System.out.printf(
                Locale.ROOT,
                "%d x %d points, %d iterations on %d PEs: %.3f s%n",
                size,
                size,
                iterations,
                nPes(),
                seconds);
        final double expected = 2.0 * iterations;
        if (Math.abs(norm - expected) > EPSILON * expected) {
            throw new IllegalStateException("the norm is " + norm + " instead of " + expected);
        }
        System.out.println("The norm is that of the solution.");
    }

    /** Frees the symmetric memory; collective. */
    public void free() {
        halo.close();
        arrived.close();
    }
}
