package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import java.util.Locale;
import org.jshmem.SymmetricInts;
import org.jshmem.SymmetricLongs;

/**
 * The Mandelbrot set, whose lines differ in work: each PE takes the next line from a counter on PE 0 and puts it into
 * PE 0's picture; ported from {@code mandelbrot.c} of the tests of Sandia OpenSHMEM.
 */
public final class Mandelbrot {
    private static final int MOST_STEPS = 1000;
    private static final double LEFT = -2.0;
    private static final double TOP = 1.25;
    private static final double EXTENT = 2.5;

    private Mandelbrot() {}

    public static void main(String[] args) {
        final int size = args.length > 0 ? Integer.parseInt(args[0]) : 600;
        try (var _ = init();
                SymmetricLongs nextLine = callocLongs(1);
                SymmetricInts lines = callocInts(nPes());
                SymmetricInts picture = mallocInts((long) size * size)) {
            final long start = System.nanoTime();
            final int[] line = new int[size];
            int mine = 0;
            for (long y = atomicFetchInc(nextLine, 0); y < size; y = atomicFetchInc(nextLine, 0)) {
                compute(line, (int) y, size);
                put(picture, y * size, line, 0, size, 0);
                mine++;
            }
            p(lines, myPe(), mine, 0);
            barrierAll();
            final double seconds = (System.nanoTime() - start) / 1e9;
            if (myPe() == 0) {
                System.out.printf(Locale.ROOT, "%d x %d points on %d PEs: %.3f s%n", size, size, nPes(), seconds);
                check(picture, lines, size);
            }
        }
    }

    /** A line of the picture: the steps after which each point leaves, or the most there are. */
    static void compute(int[] line, int y, int size) {
        final double imaginary = TOP - EXTENT * y / size;
        for (int x = 0; x < size; x++) {
            line[x] = steps(LEFT + EXTENT * x / size, imaginary);
        }
    }

    static int steps(double real, double imaginary) {
        double x = 0;
        double y = 0;
        int steps = 0;
        while (steps < MOST_STEPS && x * x + y * y <= 4) {
            final double next = x * x - y * y + real;
            y = 2 * x * y + imaginary;
            x = next;
            steps++;
        }
        return steps;
    }

    private static void check(SymmetricInts picture, SymmetricInts lines, int size) {
        int counted = 0;
        for (int pe = 0; pe < nPes(); pe++) {
            counted += lines.get(pe);
        }
        final int[] line = new int[size];
        for (int y = 0; y < size; y++) {
            compute(line, y, size);
            for (int x = 0; x < size; x++) {
                if (picture.get((long) y * size + x) != line[x]) {
                    throw new IllegalStateException("point " + x + ", " + y + " is not that of a serial run");
                }
            }
        }
        if (counted != size) {
            throw new IllegalStateException(counted + " lines computed instead of " + size);
        }
        System.out.println("Every line was computed once; the picture is that of a serial run.");
    }
}
