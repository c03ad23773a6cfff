package org.jshmem.benchmarks.calls;

/** Work for the JVM's compilers: methods that are hot at once, and take long to compile. */
public final class CompilerFood implements Runnable {
    private static final int SIZE = 24;
    private static final int TURNS = 400;
    private static final int REST_MS = 2;

    @SuppressWarnings("UnusedVariable") // read by nobody; a compiler must not drop what it is made of
    private volatile double result;

    /** Called by reflection. */
    public CompilerFood() {}

    @Override
    public void run() {
        final double[][] a = new double[SIZE][SIZE];
        final double[][] b = new double[SIZE][SIZE];
        double sum = 0;
        for (int turn = 0; turn < TURNS; turn++) {
            fill(a, turn);
            multiply(a, b);
            transpose(b);
            sum += trace(a) + spread(b);
        }
        result = sum;
        try {
            Thread.sleep(REST_MS); // the compilers are to be busy, not this thread
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void fill(double[][] a, int seed) {
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                a[i][j] = (seed * 31 + i * 17 + j) % 101 / 101.0;
            }
        }
    }

    private static void multiply(double[][] a, double[][] b) {
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                double sum = 0;
                for (int k = 0; k < SIZE; k++) {
                    sum += a[i][k] * a[k][j];
                }
                b[i][j] += sum;
            }
        }
    }

    private static void transpose(double[][] b) {
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < i; j++) {
                final double kept = b[i][j];
                b[i][j] = b[j][i];
                b[j][i] = kept;
            }
        }
    }

    private static double trace(double[][] a) {
        double sum = 0;
        for (int i = 0; i < SIZE; i++) {
            sum += a[i][i];
        }
        return sum;
    }

    private static double spread(double[][] b) {
        double least = b[0][0];
        double most = b[0][0];
        for (double[] row : b) {
            for (double x : row) {
                least = Math.min(least, x);
                most = Math.max(most, x);
            }
        }
        return most - least;
    }
}
