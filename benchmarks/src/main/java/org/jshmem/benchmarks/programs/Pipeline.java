package org.jshmem.benchmarks.programs;

import static org.jshmem.Shmem.*;

import org.jshmem.Cmp;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;

/**
 * A recurrence over a grid whose columns are spread over the PEs, so that each row goes through them as through a
 * pipeline; in the manner of the Parallel Research Kernels ({@code Synch_p2p}).
 */
final class Pipeline implements Program {
    private final int rows;
    private final int columns;
    private final int width;

    /** Its column 0 is the left neighbour's last one. */
    private final SymmetricDoubles grid;

    private final SymmetricLongs arrived;
    private final SymmetricDoubles corner = callocDoubles(1);
    private final SymmetricLongs cornerArrived = callocLongs(1);
    private long iteration;

    Pipeline(int rows, int columns) {
        this.rows = rows;
        this.columns = columns;
        width = width(myPe());
        grid = callocDoubles((long) rows * (Math.ceilDiv(columns, nPes()) + 1));
        arrived = callocLongs(rows);
        final int first = firstColumn(myPe());
        for (int column = 0; column < width; column++) {
            grid.set(column, Math.max(first + column - 1, 0));
        }
        for (int row = 0; myPe() == 0 && row < rows; row++) {
            grid.set((long) row * width + 1, row);
        }
        barrierAll();
    }

    private int firstColumn(int pe) {
        return (int) ((long) columns * pe / nPes());
    }

    private int width(int pe) {
        return firstColumn(pe + 1) - firstColumn(pe) + 1;
    }

    @Override
    public void pass() {
        iteration++;
        for (int row = 1; row < rows; row++) {
            if (myPe() > 0) {
                waitUntil(arrived, row, Cmp.EQ, iteration);
            }
            calculate((long) row * width);
            if (myPe() < nPes() - 1) {
                send(row);
            }
        }
        closeCircle();
        barrierAll();
    }

    /** Element 0 of a row is there; PE 0's first own column is given. */
    private void calculate(long row) {
        final long above = row - width;
        final int first = myPe() == 0 ? 2 : 1;
        double left = grid.get(row + first - 1);
        for (int i = first; i < width; i++) {
            left = left + grid.get(above + i) - grid.get(above + i - 1);
            grid.set(row + i, left);
        }
    }

    private void send(int row) {
        final int right = myPe() + 1;
        p(grid, (long) row * width(right), grid.get((long) row * width + width - 1), right);
        fence();
        p(arrived, row, iteration, right);
    }

    /** What the last row ends with begins the next iteration, so that no PE is further ahead. */
    private void closeCircle() {
        if (myPe() == nPes() - 1) {
            p(corner, 0, -grid.get((long) rows * width - 1), 0);
            fence();
            p(cornerArrived, 0, iteration, 0);
        }
        if (myPe() == 0) {
            waitUntil(cornerArrived, 0, Cmp.EQ, iteration);
            grid.set(1, corner.get(0));
        }
    }

    @Override
    public long check() {
        long sum = 0;
        for (int row = 0; row < rows; row++) {
            for (int i = 1; i < width; i++) {
                sum += Double.doubleToRawLongBits(grid.get((long) row * width + i));
            }
        }
        return sum;
    }

    @Override
    public void close() {
        free(cornerArrived);
        free(corner);
        free(arrived);
        free(grid);
    }
}
