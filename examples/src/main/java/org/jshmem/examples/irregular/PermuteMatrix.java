package org.jshmem.examples.irregular;

import static org.jshmem.Shmem.*;

import java.util.Locale;
import java.util.stream.LongStream;
import org.jshmem.SymmetricLongs;
import org.jshmem.examples.irregular.SparseMatrix.Entry;
import org.jshmem.flow.DistLongs;
import org.jshmem.flow.Flow;
import org.jshmem.flow.FlowGroup;

/**
 * Random permutations of the rows and of the columns of a sparse matrix whose rows are spread over all PEs. Each
 * nonzero first goes to the PE that knows the new place of its column, and from there to the PE that has its new row:
 * two flows that end together. Follows {@code permute_matrix} of bale.
 *
 * <p>For the check, each PE reads both permutations, computes the whole matrix, which is random but the same
 * everywhere, and keeps what its rows must be.
 */
public final class PermuteMatrix {
    private static final long DEFAULT_SIZE = 50_000;
    private static final double DEFAULT_PER_ROW = 10;
    private static final long SEED = 1;

    private PermuteMatrix() {}

    /**
     * Runs the program.
     *
     * @param args the number of rows, and how many nonzeros a row has on average
     */
    public static void main(String[] args) {
        final long size = args.length > 0 ? Long.parseLong(args[0]) : DEFAULT_SIZE;
        final double perRow = args.length > 1 ? Double.parseDouble(args[1]) : DEFAULT_PER_ROW;
        try (var _ = init();
                DistLongs newRows = RandomPermutation.of(size, SEED);
                DistLongs newColumns = RandomPermutation.of(size, SEED + 1)) {
            run(new SparseMatrix.ErdosRenyi(size, perRow, SEED), newRows, newColumns);
        }
    }

    private static void run(SparseMatrix.ErdosRenyi random, DistLongs newRows, DistLongs newColumns) {
        final SparseMatrix matrix = random.distributed();
        barrierAll();
        final long start = System.nanoTime();
        final SparseMatrix permuted = permute(matrix, newRows, newColumns);
        barrierAll();
        final double seconds = (System.nanoTime() - start) / 1e9;

        verify(random, newRows, newColumns, permuted);
        final long nonzeros = permuted.nonzeros();
        if (myPe() == 0) {
            System.out.printf(
                    Locale.ROOT,
                    "Permuted a matrix of %d rows with %d nonzeros in %.3f s%n",
                    matrix.size(),
                    nonzeros,
                    seconds);
        }
    }

    /** Moves the nonzero in row r and column c to row {@code newRows[r]} and column {@code newColumns[c]}. */
    private static SparseMatrix permute(SparseMatrix matrix, DistLongs newRows, DistLongs newColumns) {
        final SparseMatrix.Builder permuted = new SparseMatrix.Builder(matrix.size());
        final SymmetricLongs myRows = newRows.local();
        final SymmetricLongs myColumns = newColumns.local();
        try (FlowGroup group = FlowGroup.on(TEAM_WORLD)) {
            final Flow<Entry> moved =
                    group.records(Entry.class, (from, entry) -> permuted.add(entry.row(), entry.column()));
            final Flow<Entry> asked = group.records(Entry.class, (from, entry) -> {
                final long newColumn = myColumns.get(newColumns.localIndex(entry.column()));
                moved.send(matrix.owner(entry.row()), new Entry(entry.row(), newColumn));
            });
            matrix.forEachLocal((row, column) -> {
                final long newRow = myRows.get(newRows.localIndex(row));
                asked.send(newColumns.owner(column), new Entry(newRow, column));
            });
        }
        return permuted.build();
    }

    private static void verify(
            SparseMatrix.ErdosRenyi random, DistLongs newRows, DistLongs newColumns, SparseMatrix permuted) {
        final long[] all = LongStream.range(0, permuted.size()).toArray();
        final long[] rows = newRows.getAll(all);
        final long[] columns = newColumns.getAll(all);
        final SparseMatrix.Builder expected = new SparseMatrix.Builder(permuted.size());
        random.forEach((row, column) -> {
            final long newRow = rows[(int) row];
            if (permuted.owner(newRow) == myPe()) {
                expected.add(newRow, columns[(int) column]);
            }
        });
        if (!permuted.isEqualTo(expected.build())) {
            throw new IllegalStateException("the permuted matrix is not that of a serial run");
        }
    }
}
