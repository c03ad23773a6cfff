package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import java.util.Locale;
import org.jshmem.Cmp;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;

/**
 * Adds the transpose of a matrix to another, again and again, in the manner of the Parallel Research Kernels
 * ({@code Transpose}, Van der Wijngaart and Mattson). PEs own columns; each sends every other one the block that
 * belongs there, transposed.
 */
public final class Transpose {
    private static final double EPSILON = 1e-8;

    private final int order;
    private final int width;
    private final double[] a;
    private final double[] b;
    private final double[] block;

    /** A block from each PE. */
    private final SymmetricDoubles blocks;

    private final SymmetricLongs arrived = callocLongs(nPes());

    /**
     * Two matrices; collective.
     *
     * @param order rows and columns; a multiple of the number of PEs
     */
    public Transpose(int order) {
        this.order = order;
        this.width = order / nPes();
        this.a = new double[width * order];
        this.b = new double[width * order];
        this.block = new double[width * width];
        this.blocks = mallocDoubles((long) nPes() * width * width);
        fill();
        barrierAll();
    }

    public static void main(String[] args) {
        final int asked = args.length > 0 ? Integer.parseInt(args[0]) : 1000;
        final int iterations = args.length > 1 ? Integer.parseInt(args[1]) : 20;
        try (var _ = init();
                SymmetricDoubles errors = mallocDoubles(1)) {
            final int order = Math.ceilDiv(asked, nPes()) * nPes();
            final Transpose transpose = new Transpose(order);
            final long start = System.nanoTime();
            for (int i = 1; i <= iterations; i++) {
                transpose.iterate(i);
            }
            final double seconds = (System.nanoTime() - start) / 1e9;
            errors.set(transpose.error(iterations));
            barrierAll();
            if (myPe() == 0) {
                report(order, iterations, seconds, errors);
            }
            transpose.free();
        }
    }

    /** Column by column, as in Fortran: the element of row i and column j is i + order * j. */
    private void fill() {
        for (int column = 0; column < width; column++) {
            for (int row = 0; row < order; row++) {
                a[column * order + row] = row + (double) order * ((double) myPe() * width + column);
            }
        }
    }

    /**
     * Adds the transpose of one matrix to the other, and 1 to every element of the first; collective.
     *
     * @param iteration 1, 2, 3 …
     */
    public void iterate(int iteration) {
        for (int i = 0; i < nPes(); i++) {
            final int pe = (myPe() + i) % nPes();
            for (int column = 0; column < width; column++) {
                for (int row = 0; row < width; row++) {
                    block[row * width + column] = a[column * order + pe * width + row];
                }
            }
            final long place = (long) myPe() * width * width;
            putSignal(blocks, place, block, 0, block.length, arrived, myPe(), iteration, SignalOp.SET, pe);
        }
        for (int i = 0; i < nPes(); i++) {
            final int pe = (myPe() + nPes() - i) % nPes();
            signalWaitUntil(arrived, pe, Cmp.GE, iteration);
            add(pe);
        }
        for (int i = 0; i < a.length; i++) {
            a[i] += 1;
        }
        // nobody sends the next block before this one is used
        barrierAll();
    }

    private void add(int pe) {
        final long start = (long) pe * width * width;
        for (int column = 0; column < width; column++) {
            for (int row = 0; row < width; row++) {
                b[column * order + pe * width + row] += blocks.get(start + (long) column * width + row);
            }
        }
    }

    /** How far the sum of all elements of this PE is from what it has to be, element by element. */
    private double error(int iterations) {
        final double added = iterations * (iterations - 1) / 2.0;
        double error = 0;
        for (int column = 0; column < width; column++) {
            for (int row = 0; row < order; row++) {
                final double transposed = (double) myPe() * width + column + (double) order * row;
                error += Math.abs(b[column * order + row] - (transposed * iterations + added));
            }
        }
        return error;
    }

    private static void report(int order, int iterations, double seconds, SymmetricDoubles errors) {
        double error = 0;
        for (int pe = 0; pe < nPes(); pe++) {
            error += g(errors, pe);
        }
        System.out.printf(
                Locale.ROOT, "order %d, %d iterations on %d PEs: %.3f s%n", order, iterations, nPes(), seconds);
        if (error > EPSILON) {
            throw new IllegalStateException("the elements differ from the transpose by " + error + " altogether");
        }
        System.out.println("Every element is that of the transpose.");
    }

    /** This PE's columns of the sum. */
    public double[] sums() {
        return b;
    }

    /** Frees the symmetric memory; collective. */
    public void free() {
        blocks.close();
        arrived.close();
    }
}
