package org.jshmem.examples.nonblocking;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import java.util.Locale;
import org.jshmem.Cmp;
import org.jshmem.CollectiveRequest;
import org.jshmem.NonblockingCollectives;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;

/**
 * Solves Poisson's equation on a square by pipelined conjugate gradients (Ghysels and Vanroose, Parallel Computing 40,
 * 2014). An iteration has one reduction, of two scalar products, and its result is not needed before the product of
 * matrix and vector has been calculated. So the reduction is under way during that product and the exchange of the halo
 * for it. The blocking form has the same recurrences, but waits for the reduction where the other one starts it.
 *
 * <p>The unknowns are values of the points of a square grid whose edge is 0, the matrix is the 5-point stencil, and the
 * right-hand side is 1 everywhere. PEs own bands of rows. Each puts its outer rows to its neighbours with a signal that
 * is the number of the iteration, into one of two places in turn: a neighbour is never more than one iteration ahead,
 * because it needs this PE's part of each sum. For the same reason the sums have two places.
 *
 * <p>At the end each PE calculates the residual anew, from the solution, and the program fails if it is not small.
 */
public final class PipelinedCg {
    private static final double TOLERANCE = 1e-6;

    private final int size;

    /** Points in a row with one at each end that is 0. */
    private final int width;

    private final int rows;

    /** The first point of the first row, and the end of the last one; there is one more row above and below. */
    private final int begin;

    private final int end;

    private final double[] x;
    private final double[] r;
    private final double[] w;
    private final double[] n;
    private final double[] z;
    private final double[] s;
    private final double[] p;

    /** Rows from above and from below, for even and odd exchanges. */
    private final SymmetricDoubles halo;

    private final SymmetricLongs arrived = callocLongs(2);
    private long exchanges;

    /** This PE's scalar products, and those of all PEs for even and odd iterations. */
    private final SymmetricDoubles parts = callocDoubles(2);

    private final SymmetricDoubles sums = callocDoubles(4);
    private final NonblockingCollectives nonblocking = NonblockingCollectives.on(TEAM_WORLD);

    private int iterations;

    /**
     * A grid; collective.
     *
     * @param size points in a row and in a column; at least two rows for each PE
     */
    public PipelinedCg(int size) {
        if (size < 2 * nPes()) {
            throw new IllegalArgumentException("size=" + size + " is too small for " + nPes() + " PEs");
        }
        this.size = size;
        width = size + 2;
        rows = firstRow(myPe() + 1) - firstRow(myPe());
        begin = width;
        end = (rows + 1) * width;
        final int points = (rows + 2) * width;
        x = new double[points];
        r = new double[points];
        w = new double[points];
        n = new double[points];
        z = new double[points];
        s = new double[points];
        p = new double[points];
        halo = callocDoubles(4L * width);
        barrierAll();
    }

    public static void main(String[] args) {
        final int size = args.length > 0 ? Integer.parseInt(args[0]) : 128;
        final int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 5;
        final Forms forms = new Forms(rounds, args.length > 2 ? args[2] : "both");
        try (var _ = init()) {
            final PipelinedCg cg = new PipelinedCg(size);
            final double[][] first = new double[1][];
            forms.run(cg::reset, cg::solve, () -> cg.compare(first));
            final double residual = cg.residual();
            if (myPe() == 0) {
                System.out.printf(
                        Locale.ROOT,
                        "%d x %d points on %d PEs: %d iterations, residual %.1e%n",
                        size,
                        size,
                        nPes(),
                        cg.iterations,
                        residual);
                forms.report();
            }
            if (!(residual < 2 * TOLERANCE)) {
                throw new IllegalStateException("the residual is " + residual);
            }
            cg.free();
        }
    }

    private int firstRow(int pe) {
        return (int) ((long) size * pe / nPes());
    }

    /** Begins with 0, whose residual is the right-hand side. */
    public void reset() {
        for (double[] vector : new double[][] {x, r, w, z, s, p}) {
            Arrays.fill(vector, 0);
        }
        for (int row = begin; row < end; row += width) {
            Arrays.fill(r, row + 1, row + width - 1, 1);
        }
    }

    /**
     * Solves the equation; collective, after {@link #reset}.
     *
     * @param isNonblocking whether to compute during the reductions
     */
    public void solve(boolean isNonblocking) {
        multiply(r, w);
        double gamma = 0;
        double alpha = 1;
        iterations = 0;
        scalarProducts();
        final double limit = TOLERANCE * TOLERANCE * size * size;
        while (true) {
            final long place = 2L * (iterations & 1);
            final CollectiveRequest request = isNonblocking ? nonblocking.sumReduceNb(sums.at(place), parts, 2) : null;
            if (!isNonblocking) {
                TEAM_WORLD.sumReduce(sums.at(place), parts, 2);
            }
            multiply(w, n);
            if (isNonblocking) {
                request.await();
            }
            final double last = gamma;
            gamma = sums.get(place);
            if (gamma <= limit) {
                return;
            }
            final double beta = iterations == 0 ? 0 : gamma / last;
            alpha = gamma / (sums.get(place + 1) - beta * gamma / alpha);
            update(alpha, beta);
            scalarProducts();
            iterations++;
        }
    }

    /** The product of the matrix and a vector; the outermost rows come last, when the halo has arrived. */
    private void multiply(double[] vector, double[] product) {
        exchanges++;
        final int me = myPe();
        final long fromAbove = (exchanges & 1) * 2L * width;
        final long fromBelow = fromAbove + width;
        if (me > 0) {
            putSignal(halo, fromBelow, vector, begin, width, arrived, 1, exchanges, SignalOp.SET, me - 1);
        }
        if (me < nPes() - 1) {
            putSignal(halo, fromAbove, vector, end - width, width, arrived, 0, exchanges, SignalOp.SET, me + 1);
        }
        for (int row = begin + width; row < end - width; row += width) {
            multiplyRow(vector, product, row);
        }
        if (me > 0) {
            signalWaitUntil(arrived, 0, Cmp.GE, exchanges);
            halo.copyTo(fromAbove, vector, 0, width);
        }
        if (me < nPes() - 1) {
            signalWaitUntil(arrived, 1, Cmp.GE, exchanges);
            halo.copyTo(fromBelow, vector, end, width);
        }
        multiplyRow(vector, product, begin);
        multiplyRow(vector, product, end - width);
    }

    private void multiplyRow(double[] vector, double[] product, int row) {
        for (int i = row + 1; i < row + width - 1; i++) {
            product[i] = 4 * vector[i] - vector[i - 1] - vector[i + 1] - vector[i - width] - vector[i + width];
        }
    }

    private void update(double alpha, double beta) {
        for (int i = begin; i < end; i++) {
            z[i] = n[i] + beta * z[i];
            s[i] = w[i] + beta * s[i];
            p[i] = r[i] + beta * p[i];
            x[i] += alpha * p[i];
            r[i] -= alpha * s[i];
            w[i] -= alpha * z[i];
        }
    }

    /** This PE's parts of (r, r) and (w, r); each in two sums, so that an addition need not wait for the last one. */
    private void scalarProducts() {
        double gamma = 0;
        double gammaOdd = 0;
        double delta = 0;
        double deltaOdd = 0;
        for (int i = begin; i < end - 1; i += 2) { // the last element is 0
            gamma += r[i] * r[i];
            gammaOdd += r[i + 1] * r[i + 1];
            delta += w[i] * r[i];
            deltaOdd += w[i + 1] * r[i + 1];
        }
        parts.set(0, gamma + gammaOdd);
        parts.set(1, delta + deltaOdd);
    }

    /** The norm of the residual of the solution, in relation to that of the right-hand side; collective. */
    private double residual() {
        multiply(x, n);
        double sum = 0;
        for (int row = begin; row < end; row += width) {
            for (int i = row + 1; i < row + width - 1; i++) {
                sum += (1 - n[i]) * (1 - n[i]);
            }
        }
        return Math.sqrt(TEAM_WORLD.sumReduce(sum)) / size;
    }

    /** The first solution is kept; later ones have to be the same. */
    private void compare(double[][] first) {
        if (first[0] == null) {
            first[0] = x.clone();
        } else if (!Arrays.equals(first[0], x)) {
            throw new IllegalStateException("two solutions differ");
        }
    }

    /** Frees the symmetric memory; collective. */
    public void free() {
        halo.close();
        arrived.close();
        parts.close();
        sums.close();
    }
}
