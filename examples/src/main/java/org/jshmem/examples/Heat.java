package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.jshmem.SymmetricDoubles;

/**
 * The heat equation on a square plate, whose rows are spread over the PEs in bands; ported from the finite-difference
 * programs that C courses on SHMEM and MPI teach with.
 *
 * <p>A PE computes its band in Java arrays, one for each row, because the compiler makes vector instructions of loops
 * over them. The band has one more row above and below, the halo, which are the outermost rows of the neighbours. Only
 * the halo goes through symmetric memory: after each step a PE puts its outermost rows to its neighbours, and after a
 * barrier it copies what it was sent to its band. Even and odd steps use different halos, so a neighbour that is
 * already one step ahead overwrites nothing and one barrier a step is enough. PE 0 gets all bands at the end, compares
 * them with a run of its own, bit for bit, and writes a picture.
 */
public final class Heat {
    /** How much of the difference to its neighbours a point takes over in a step; up to 0.25 is stable. */
    private static final double ALPHA = 0.2;

    private final int size;
    private final int steps;
    private final int rows;
    private final Stepper stepper;

    /** Rows from above and from below, for even and odd steps. */
    private final SymmetricDoubles halo;

    private double[][] now;
    private double[][] next;

    /**
     * A plate; collective.
     *
     * @param size points in a row and in a column; at least two more than there are PEs
     * @param steps how many to make
     */
    public Heat(int size, int steps) {
        if (size < nPes() + 2) {
            throw new IllegalArgumentException("size=" + size + " gives no row to some of " + nPes() + " PEs");
        }
        this.size = size;
        this.steps = steps;
        rows = rowsOf(myPe());
        stepper = new Stepper(size);
        halo = mallocDoubles(4L * size);
        now = new double[rows + 2][size];
        next = new double[rows + 2][size];
    }

    public static void main(String[] args) throws IOException {
        final int size = args.length > 0 ? Integer.parseInt(args[0]) : 384;
        final int steps = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
        final File picture = new File(args.length > 2 ? args[2] : "heat.png");
        try (var _ = init()) {
            final Heat heat = new Heat(size, steps);
            heat.run(picture);
            heat.free();
        }
    }

    private void run(File picture) throws IOException {
        final long start = System.nanoTime();
        parallel();
        final double seconds = (System.nanoTime() - start) / 1e9;
        try (SymmetricDoubles bands = mallocDoubles((long) longestBand() * size)) {
            for (int row = 0; row < rows; row++) {
                put(bands, (long) row * size, now[row + 1], 0, size, myPe());
            }
            barrierAll();
            if (myPe() == 0) {
                System.out.printf(
                        Locale.ROOT,
                        "%d x %d points, %d steps on %d PEs: %.3f s%n",
                        size,
                        size,
                        steps,
                        nPes(),
                        seconds);
                final double[][] plate = gather(bands);
                if (!Arrays.deepEquals(plate, serial(size, steps))) {
                    throw new IllegalStateException("the result is not that of a serial run");
                }
                System.out.println("The result is that of a serial run, bit for bit.");
                ImageIO.write(draw(plate), "png", picture);
                System.out.println("Wrote " + picture);
            }
        }
    }

    /**
     * Heats the plate up and makes all steps; collective.
     *
     * @return this PE's rows, with the halo as the first and the last
     */
    public double[][] parallel() {
        heatUp(now, firstRow(myPe()) - 1, size);
        heatUp(next, firstRow(myPe()) - 1, size);
        barrierAll();
        for (int step = 0; step < steps; step++) {
            stepper.step(now, next);
            exchangeHalo(step);
            final double[][] old = now;
            now = next;
            next = old;
        }
        return now;
    }

    private void exchangeHalo(int step) {
        final int me = myPe();
        final long fromAbove = (step & 1) * 2L * size;
        final long fromBelow = fromAbove + size;
        if (me > 0) {
            put(halo, fromBelow, next[1], 0, size, me - 1);
        }
        if (me < nPes() - 1) {
            put(halo, fromAbove, next[rows], 0, size, me + 1);
        }
        barrierAll();
        if (me > 0) {
            get(next[0], 0, halo, fromAbove, size, me);
        }
        if (me < nPes() - 1) {
            get(next[rows + 1], 0, halo, fromBelow, size, me);
        }
    }

    /** Frees the symmetric memory; collective. */
    public void free() {
        halo.close();
    }

    /** The whole plate, from all PEs. */
    private double[][] gather(SymmetricDoubles bands) {
        final double[][] plate = new double[size][size];
        heatUp(plate, 0, size);
        for (int pe = 0; pe < nPes(); pe++) {
            for (int row = 0; row < rowsOf(pe); row++) {
                get(plate[firstRow(pe) + row], 0, bands, (long) row * size, size, pe);
            }
        }
        return plate;
    }

    /** The outermost rows of the plate keep their temperature; those between are shared out. */
    private int firstRow(int pe) {
        return (int) (1 + (size - 2L) * pe / nPes());
    }

    private int rowsOf(int pe) {
        return firstRow(pe + 1) - firstRow(pe);
    }

    private int longestBand() {
        return (size - 3) / nPes() + 1;
    }

    /** The same steps by one PE alone. */
    static double[][] serial(int size, int steps) {
        double[][] now = new double[size][size];
        double[][] next = new double[size][size];
        heatUp(now, 0, size);
        heatUp(next, 0, size);
        final Stepper stepper = new Stepper(size);
        for (int step = 0; step < steps; step++) {
            stepper.step(now, next);
            final double[][] old = now;
            now = next;
            next = old;
        }
        return now;
    }

    /**
     * The steps of a band. The compiler makes vector instructions of a loop that reads all its arrays at one index, so
     * the neighbours to the left and to the right are copies of the row, moved by one.
     */
    static final class Stepper {
        private final int columns;
        private final double[] left;
        private final double[] right;

        Stepper(int columns) {
            this.columns = columns;
            left = new double[columns];
            right = new double[columns];
        }

        /** One step of all rows but the first and the last; the first and the last column keep their temperature. */
        void step(double[][] now, double[][] next) {
            for (int row = 1; row < now.length - 1; row++) {
                final double[] here = now[row];
                System.arraycopy(here, 0, left, 1, columns - 1);
                System.arraycopy(here, 1, right, 0, columns - 1);
                stepRow(now[row - 1], left, here, right, now[row + 1], next[row]);
            }
        }

        private static void stepRow(
                double[] above, double[] left, double[] here, double[] right, double[] below, double[] result) {
            for (int i = 1; i < result.length - 1; i++) {
                final double around = above[i] + below[i] + left[i] + right[i];
                result[i] = here[i] + ALPHA * (around - 4 * here[i]);
            }
        }
    }

    /** Sets rows of the plate to the temperature, 0 … 1, with which they start. */
    static void heatUp(double[][] band, int firstRow, int size) {
        for (int row = 0; row < band.length; row++) {
            for (int column = 0; column < size; column++) {
                band[row][column] = start(firstRow + row, column, size);
            }
        }
    }

    /** A hot upper edge, a ring and a disc on a cold plate. */
    private static double start(long row, long column, int size) {
        final double ring = square(row - 0.55 * size) + square(column - 0.4 * size);
        final double disc = square(row - 0.7 * size) + square(column - 0.75 * size);
        final boolean onRing = ring > square(0.2 * size) && ring < square(0.26 * size);
        return row == 0 || onRing || disc < square(0.12 * size) ? 1 : 0;
    }

    private static double square(double x) {
        return x * x;
    }

    private static BufferedImage draw(double[][] plate) {
        final int size = plate.length;
        final BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < size; y++) {
            for (int x = 0; x < size; x++) {
                image.setRGB(x, y, colour(plate[y][x]));
            }
        }
        return image;
    }

    /** From black over red and yellow to white, as a glowing body. */
    static int colour(double temperature) {
        final int red = shade(3 * temperature);
        final int green = shade(3 * temperature - 1);
        final int blue = shade(3 * temperature - 2);
        return red << 16 | green << 8 | blue;
    }

    private static int shade(double brightness) {
        return (int) Math.round(255 * Math.clamp(brightness, 0, 1));
    }
}
