package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import java.util.Locale;
import java.util.SplittableRandom;
import org.jshmem.SymmetricLongs;

/**
 * Monte Carlo estimate of pi: every PE throws points at a square and PE 0 gets the counts; ported from {@code pi.c}
 * (Sandia OpenSHMEM).
 *
 * <p>The generators have fixed seeds, so the result is that of every run. It is wrong if it misses pi by more than six
 * standard deviations.
 */
public final class Pi {
    private static final double ONE_POINT_DEVIATION = Math.sqrt(Math.PI * (4 - Math.PI));

    private Pi() {}

    public static void main(String[] args) {
        final long points = args.length > 0 ? Long.parseLong(args[0]) : 1_000_000;
        try (var _ = init();
                SymmetricLongs inside = mallocLongs(1);
                SymmetricLongs total = mallocLongs(1)) {
            inside.set(0, countInside(points, new SplittableRandom(1 + myPe())));
            total.set(0, points);
            barrierAll();

            if (myPe() == 0) {
                long allInside = inside.get(0);
                long allTotal = total.get(0);
                for (int pe = 1; pe < nPes(); pe++) {
                    allInside += g(inside, pe);
                    allTotal += g(total, pe);
                }
                final double estimate = 4.0 * allInside / allTotal;
                System.out.printf(Locale.ROOT, "Pi from %d points on %d PEs: %f%n", allTotal, nPes(), estimate);
                if (Math.abs(estimate - Math.PI) > 6 * ONE_POINT_DEVIATION / Math.sqrt((double) allTotal)) {
                    throw new IllegalStateException(estimate + " is too far from pi for " + allTotal + " points");
                }
            }
        }
    }

    /** Throws points at the unit square and counts those in the quarter circle. */
    static long countInside(long points, SplittableRandom random) {
        long inside = 0;
        for (long i = 0; i < points; i++) {
            final double x = random.nextDouble();
            final double y = random.nextDouble();
            if (x * x + y * y < 1) {
                inside++;
            }
        }
        return inside;
    }
}
