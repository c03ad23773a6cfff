package org.jshmem.examples;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static org.jshmem.Shmem.*;

import java.awt.image.BufferedImage;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Locale;
import javax.imageio.ImageIO;
import org.jshmem.SymmetricDoubles;

/**
 * The heat equation on a square plate, whose rows are spread over the PEs in bands; ported from the finite-difference
 * programs that C courses on SHMEM and MPI teach with.
 *
 * <p>A PE's band has one more row above and below, the halo, into which its neighbours put their outermost rows after
 * each step. There are two copies of the plate: while one PE still reads the old one, its neighbour puts into the new
 * one, so one barrier a step is enough. PE 0 gets all bands at the end, compares them with a run of its own, bit for
 * bit, and writes a picture.
 */
public final class Heat {
    /** How much of the difference to its neighbours a point takes over in a step; up to 0.25 is stable. */
    private static final double ALPHA = 0.2;

    private final int size;
    private final int steps;

    /**
     * A plate.
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
    }

    public static void main(String[] args) throws IOException {
        final int size = args.length > 0 ? Integer.parseInt(args[0]) : 384;
        final int steps = args.length > 1 ? Integer.parseInt(args[1]) : 1000;
        final File picture = new File(args.length > 2 ? args[2] : "heat.png");
        try (var _ = init()) {
            new Heat(size, steps).run(picture);
        }
    }

    private void run(File picture) throws IOException {
        try (SymmetricDoubles one = mallocDoubles(longestBand());
                SymmetricDoubles two = mallocDoubles(longestBand())) {
            final long start = System.nanoTime();
            final SymmetricDoubles band = parallel(one, two);
            final double seconds = (System.nanoTime() - start) / 1e9;
            if (myPe() == 0) {
                System.out.printf(
                        Locale.ROOT,
                        "%d x %d points, %d steps on %d PEs: %.3f s%n",
                        size,
                        size,
                        steps,
                        nPes(),
                        seconds);
                final double[] plate = gather(band);
                if (!Arrays.equals(plate, serial(size, steps))) {
                    throw new IllegalStateException("the result is not that of a serial run");
                }
                System.out.println("The result is that of a serial run, bit for bit.");
                ImageIO.write(draw(plate, size), "png", picture);
                System.out.println("Wrote " + picture);
            }
        }
    }

    /** Elements of the longest band with its halo. */
    public long longestBand() {
        return ((size - 3L) / nPes() + 3) * size;
    }

    /** Makes all steps; returns the one of the two arrays that holds this PE's band then, with its halo. */
    public SymmetricDoubles parallel(SymmetricDoubles one, SymmetricDoubles two) {
        final int me = myPe();
        final long rows = rows(me);
        heatUp(one.segment(), firstRow(me) - 1, rows + 2, size);
        heatUp(two.segment(), firstRow(me) - 1, rows + 2, size);
        barrierAll();

        final Stepper stepper = new Stepper(size);
        SymmetricDoubles now = one;
        SymmetricDoubles next = two;
        for (int step = 0; step < steps; step++) {
            stepper.step(now.segment(), next.segment(), rows);
            if (me > 0) {
                put(next, (rows(me - 1) + 1) * size, next, size, size, me - 1);
            }
            if (me < nPes() - 1) {
                put(next, 0, next, rows * size, size, me + 1);
            }
            barrierAll();
            final SymmetricDoubles old = now;
            now = next;
            next = old;
        }
        return now;
    }

    /** The whole plate, from all PEs. */
    private double[] gather(SymmetricDoubles band) {
        final double[] plate = new double[size * size];
        heatUp(MemorySegment.ofArray(plate), 0, size, size);
        for (int pe = 0; pe < nPes(); pe++) {
            get(plate, firstRow(pe) * size, band, size, rows(pe) * size, pe);
        }
        return plate;
    }

    /** The outermost rows of the plate keep their temperature; those between are shared out. */
    private long firstRow(int pe) {
        return 1 + (size - 2L) * pe / nPes();
    }

    /** Rows of a PE's band, without the halo. */
    public long rows(int pe) {
        return firstRow(pe + 1) - firstRow(pe);
    }

    /** The same steps by one PE alone. */
    static double[] serial(int size, int steps) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment now = arena.allocate(JAVA_DOUBLE, (long) size * size);
            MemorySegment next = arena.allocate(JAVA_DOUBLE, (long) size * size);
            heatUp(now, 0, size, size);
            heatUp(next, 0, size, size);
            final Stepper stepper = new Stepper(size);
            for (int step = 0; step < steps; step++) {
                stepper.step(now, next, size - 2);
                final MemorySegment old = now;
                now = next;
                next = old;
            }
            return now.toArray(JAVA_DOUBLE);
        }
    }

    /**
     * The steps of a band, row by row in Java arrays: the compiler makes vector instructions of a loop that reads all
     * its arrays at one index, so the neighbours to the left and to the right have arrays of their own, with the row
     * moved by one.
     */
    static final class Stepper {
        private final int columns;
        private final double[] left;
        private final double[] right;
        private final double[] result;
        private double[] above;
        private double[] here;
        private double[] below;

        Stepper(int columns) {
            this.columns = columns;
            left = new double[columns];
            right = new double[columns];
            result = new double[columns];
            above = new double[columns];
            here = new double[columns];
            below = new double[columns];
        }

        /** One step of the rows 1 … {@code rows}; the first and last column keep their temperature. */
        void step(MemorySegment now, MemorySegment next, long rows) {
            read(now, 0, above);
            read(now, 1, here);
            for (long row = 1; row <= rows; row++) {
                read(now, row + 1, below);
                System.arraycopy(here, 0, left, 1, columns - 1);
                System.arraycopy(here, 1, right, 0, columns - 1);
                stepRow(above, left, here, right, below, result);
                MemorySegment.copy(
                        result, 1, next, JAVA_DOUBLE, (row * columns + 1) * JAVA_DOUBLE.byteSize(), columns - 2);
                final double[] free = above;
                above = here;
                here = below;
                below = free;
            }
        }

        private void read(MemorySegment band, long row, double[] target) {
            MemorySegment.copy(band, JAVA_DOUBLE, row * columns * JAVA_DOUBLE.byteSize(), target, 0, columns);
        }

        private static void stepRow(
                double[] above, double[] left, double[] here, double[] right, double[] below, double[] result) {
            for (int i = 0; i < result.length; i++) {
                final double around = above[i] + below[i] + left[i] + right[i];
                result[i] = here[i] + ALPHA * (around - 4 * here[i]);
            }
        }
    }

    /** Sets rows of the plate to the temperature, 0 … 1, with which they start. */
    static void heatUp(MemorySegment band, long firstRow, long rows, int size) {
        for (long row = 0; row < rows; row++) {
            for (long column = 0; column < size; column++) {
                band.setAtIndex(JAVA_DOUBLE, row * size + column, start(firstRow + row, column, size));
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

    private static BufferedImage draw(double[] plate, int size) {
        final BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < plate.length; i++) {
            image.setRGB(i % size, i / size, colour(plate[i]));
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
