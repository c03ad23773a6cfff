package org.jshmem.examples.irregular;

import static org.jshmem.Shmem.*;

import java.util.Locale;
import org.jshmem.examples.irregular.SparseMatrix.Entry;
import org.jshmem.flow.Flow;

/**
 * The transpose of a random sparse matrix whose rows are spread over all PEs: each nonzero goes to the PE that has the
 * row of its column. Follows {@code transpose_matrix} of bale.
 *
 * <p>For the check, each PE computes the whole matrix, which is random but the same everywhere, and keeps what its rows
 * of the transpose must be. The transpose of the transpose must be the matrix.
 */
public final class TransposeMatrix {
    private static final long DEFAULT_SIZE = 50_000;
    private static final double DEFAULT_PER_ROW = 10;
    private static final long SEED = 1;

    private TransposeMatrix() {}

    /**
     * Runs the program.
     *
     * @param args the number of rows, and how many nonzeros a row has on average
     */
    public static void main(String[] args) {
        final long size = args.length > 0 ? Long.parseLong(args[0]) : DEFAULT_SIZE;
        final double perRow = args.length > 1 ? Double.parseDouble(args[1]) : DEFAULT_PER_ROW;
        try (var _ = init()) {
            run(new SparseMatrix.ErdosRenyi(size, perRow, SEED));
        }
    }

    private static void run(SparseMatrix.ErdosRenyi random) {
        final SparseMatrix matrix = random.distributed();
        barrierAll();
        final long start = System.nanoTime();
        final SparseMatrix transposed = transpose(matrix);
        barrierAll();
        final double seconds = (System.nanoTime() - start) / 1e9;

        verify(random, matrix, transposed);
        final long nonzeros = matrix.nonzeros();
        if (myPe() == 0) {
            System.out.printf(
                    Locale.ROOT,
                    "Transposed a matrix of %d rows with %d nonzeros in %.3f s%n",
                    matrix.size(),
                    nonzeros,
                    seconds);
        }
    }

    private static SparseMatrix transpose(SparseMatrix matrix) {
        final SparseMatrix.Builder transposed = new SparseMatrix.Builder(matrix.size());
        try (Flow<Entry> entries =
                Flow.of(TEAM_WORLD, Entry.class, (from, entry) -> transposed.add(entry.row(), entry.column()))) {
            matrix.forEachLocal((row, column) -> entries.send(matrix.owner(column), new Entry(column, row)));
        }
        return transposed.build();
    }

    private static void verify(SparseMatrix.ErdosRenyi random, SparseMatrix matrix, SparseMatrix transposed) {
        final SparseMatrix.Builder expected = new SparseMatrix.Builder(matrix.size());
        random.forEach((row, column) -> {
            if (matrix.owner(column) == myPe()) {
                expected.add(column, row);
            }
        });
        if (!transposed.isEqualTo(expected.build())) {
            throw new IllegalStateException("the transpose is not that of a serial run");
        }
        if (!transpose(transposed).isEqualTo(matrix)) {
            throw new IllegalStateException("the transpose of the transpose is not the matrix");
        }
    }
}
