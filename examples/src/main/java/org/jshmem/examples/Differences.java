package org.jshmem.examples;

import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;

/**
 * The squares 0, 1, 4, … are distributed over the PEs. Each PE adds up the differences of consecutive squares, and PE 0
 * adds up the results. This is a port of {@code differences.c}; {@code docs/porting.md} shows both.
 */
public final class Differences {
    private static final int N = 1000;

    private Differences() {}

    private static void fill(SymmetricDoubles squares, int me) {
        for (int i = 0; i < N; i++) {
            final double x = (double) me * N + i;
            squares.set(i, x * x);
        }
    }

    private static void sendFirst(SymmetricDoubles squares, int left) {
        put(squares, N, squares, 0, 1, left);
    }

    private static long addDifferences(SymmetricDoubles squares, int last) {
        long total = 0;
        for (int i = 0; i < last; i++) {
            total += (long) (squares.get(i + 1) - squares.get(i));
        }
        return total;
    }

    public static void main(String[] args) {
        try (var _ = init();
                SymmetricLongs sum = callocLongs(1)) {
            final SymmetricDoubles squares = mallocDoubles(N + 1);
            final int me = myPe();
            final int npes = nPes();

            fill(squares, me);
            sendFirst(squares, (me + npes - 1) % npes);
            barrierAll();

            sum.set(0, addDifferences(squares, me == npes - 1 ? N - 1 : N));
            barrierAll();

            if (me == 0) {
                long total = 0;
                for (int pe = 0; pe < npes; pe++) {
                    total += g(sum, pe);
                }
                final long top = (long) npes * N - 1;
                System.out.println("sum of differences: " + total + ", expected: " + top * top);
                if (total != top * top) {
                    globalExit(1);
                }
            }
            free(squares);
        }
    }
}
