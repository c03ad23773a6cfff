package org.jshmem.examples.irregular;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A square sparse matrix of zeros and ones, whose rows go to the PEs in turn. Each PE has the nonzeros of its rows, in
 * the compressed form: the columns of all its rows one after the other, and where each row starts.
 */
final class SparseMatrix {
    private final long size;
    private final int pes = nPes();
    private final int[] starts;
    private final long[] columns;

    private SparseMatrix(long size, int[] starts, long[] columns) {
        this.size = size;
        this.starts = starts;
        this.columns = columns;
    }

    /** The position of a nonzero, as records of a flow. */
    record Entry(long row, long column) {}

    /** Looks at nonzeros. */
    @FunctionalInterface
    interface Visitor {
        void visit(long row, long column);
    }

    /** The number of rows, and of columns. */
    long size() {
        return size;
    }

    /** The PE that has a row. */
    int owner(long row) {
        return (int) (row % pes);
    }

    /** The number of nonzeros on all PEs; collective. */
    long nonzeros() {
        return TEAM_WORLD.sumReduce((long) columns.length);
    }

    /** Looks at the nonzeros of this PE, in ascending order. */
    void forEachLocal(Visitor visitor) {
        long row = myPe();
        for (int i = 1; i < starts.length; i++) {
            for (int k = starts[i - 1]; k < starts[i]; k++) {
                visitor.visit(row, columns[k]);
            }
            row += pes;
        }
    }

    /** Whether two matrices are equal; collective. */
    boolean isEqualTo(SparseMatrix other) {
        final boolean isLocallyEqual =
                size == other.size && Arrays.equals(starts, other.starts) && Arrays.equals(columns, other.columns);
        return !TEAM_WORLD.any(!isLocallyEqual);
    }

    /** Collects nonzeros in any order. */
    static final class Builder {
        private static final int FIRST_CAPACITY = 1024;

        private final long size;
        private final int pes = nPes();
        private final int[] starts;
        private int[] rows = new int[FIRST_CAPACITY];
        private long[] columns = new long[FIRST_CAPACITY];
        private int count;

        /** Begins with a matrix of zeros. */
        Builder(long size) {
            this.size = size;
            this.starts = new int[Math.toIntExact(Math.ceilDiv(size - myPe(), pes)) + 1];
        }

        /** Adds a nonzero of a row of this PE. */
        void add(long row, long column) {
            if (count == rows.length) {
                rows = Arrays.copyOf(rows, 2 * count);
                columns = Arrays.copyOf(columns, 2 * count);
            }
            rows[count] = (int) (row / pes);
            columns[count] = column;
            count++;
        }

        /** Makes the matrix of the nonzeros that all PEs have added; to be called once. */
        SparseMatrix build() {
            for (int i = 0; i < count; i++) {
                starts[rows[i] + 1]++;
            }
            for (int i = 1; i < starts.length; i++) {
                starts[i] += starts[i - 1];
            }
            final int[] next = starts.clone();
            final long[] ordered = new long[count];
            for (int i = 0; i < count; i++) {
                ordered[next[rows[i]]++] = columns[i];
            }
            for (int i = 1; i < starts.length; i++) {
                Arrays.sort(ordered, starts[i - 1], starts[i]);
            }
            return new SparseMatrix(size, starts, ordered);
        }
    }

    /**
     * A random matrix in which each element is 1 with the same probability, independently of the others (Erdős and
     * Rényi). Every PE can compute every row, so a program can check its result without communication.
     *
     * @param size the number of rows, and of columns
     * @param perRow how many nonzeros a row has on average
     * @param seed other seeds make other matrices
     */
    record ErdosRenyi(long size, double perRow, long seed) {
        /** The rows of this PE. */
        SparseMatrix distributed() {
            final Builder builder = new Builder(size);
            for (long row = myPe(); row < size; row += nPes()) {
                visitRow(row, builder::add);
            }
            return builder.build();
        }

        /** Looks at all nonzeros of the matrix, in ascending order. */
        void forEach(Visitor visitor) {
            for (long row = 0; row < size; row++) {
                visitRow(row, visitor);
            }
        }

        /** Looks at the nonzeros of a row, in ascending order. The distance to the next nonzero is geometric. */
        void visitRow(long row, Visitor visitor) {
            final SplittableRandom random = new SplittableRandom(seed * size + row);
            final double logOfZero = StrictMath.log1p(-Math.min(1, perRow / size));
            long column = -1;
            while (true) {
                column += 1 + (long) (StrictMath.log(1 - random.nextDouble()) / logOfZero);
                if (column >= size) {
                    return;
                }
                visitor.visit(row, column);
            }
        }
    }
}
