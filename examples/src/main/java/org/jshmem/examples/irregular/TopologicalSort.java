package org.jshmem.examples.irregular;

import static org.jshmem.Shmem.*;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jshmem.flow.DistLongs;
import org.jshmem.flow.Flow;
import org.jshmem.flow.FlowGroup;

/**
 * Sorts topologically: finds permutations of the rows and of the columns of a sparse matrix that make it upper
 * triangular; follows {@code toposort} of bale. The matrix is an upper triangular one, with a full diagonal, whose rows
 * and columns have been permuted at random.
 *
 * <p>A row with one entry is the pivot of the column of that entry. Row and column get the last position that is free,
 * and the column is removed, which may leave other rows with one entry. A PE knows for each of its rows how many
 * entries are left and the sum of their columns, which is the column of the last one; and for each of its columns all
 * rows with an entry. Pivots and removed entries are the records of two flows, whose handlers send by the other flow.
 * So the queue of rows is in the flows, and these end when no row is left.
 *
 * <p>PEs do not agree on positions meanwhile. A pivot has a level instead, which is higher than the levels of all
 * columns that were removed from its row before; a sort of the columns by level gives the positions.
 *
 * <p>For the check, the positions of columns must be a permutation, and each column must have one entry on the diagonal
 * and none below it; then the positions of rows are a permutation, too.
 */
public final class TopologicalSort {
    /** An entry of the matrix, and the level of the pivot of its column. */
    record Entry(int row, int column, int level) {}

    private final int pes = nPes();
    private final int me = myPe();
    private final int size;

    /** For each column of this PE the rows with an entry in it. */
    private final int[][] rowsOf;

    /** For each row of this PE how many entries are left, the sum of their columns, and the level. */
    private final int[] left;

    private final long[] sums;
    private final int[] levels;

    /** For each column of this PE the row that is its pivot, and the level of that row. */
    private final int[] pivotRows;

    private final int[] pivotLevels;

    private final FlowGroup group = FlowGroup.on(TEAM_WORLD);
    private final Flow<Entry> pivots = group.records(Entry.class, (from, pivot) -> removeColumn(pivot));
    private final Flow<Entry> removals = group.records(Entry.class, (from, entry) -> removeEntry(entry));

    private TopologicalSort(RandomGraph graph) {
        final int own = graph.ownVertices();
        this.size = graph.vertices();
        this.rowsOf = permuted(graph);
        this.left = new int[own];
        this.sums = new long[own];
        this.levels = new int[own];
        this.pivotRows = new int[own];
        this.pivotLevels = new int[own];
        countEntries();
    }

    /**
     * Runs the program.
     *
     * @param args the number of rows, and the mean degree of a graph whose edges are the entries above the diagonal
     */
    public static void main(String[] args) {
        final int size = args.length > 0 ? Integer.parseInt(args[0]) : 100_000;
        final int degree = args.length > 1 ? Integer.parseInt(args[1]) : 8;
        try (var _ = init();
                DistLongs rowPositions = DistLongs.cyclic(TEAM_WORLD, size);
                DistLongs columnPositions = DistLongs.cyclic(TEAM_WORLD, size)) {
            final TopologicalSort sort = new TopologicalSort(new RandomGraph(size, degree));
            final long entries = RandomGraph.count(sort.rowsOf);
            barrierAll();
            final long start = System.nanoTime();
            sort.removeAll();
            sort.place(rowPositions, columnPositions);
            final double seconds = (System.nanoTime() - start) / 1e9;

            sort.check(rowPositions, columnPositions);
            final int last =
                    TEAM_WORLD.maxReduce(IntStream.of(sort.pivotLevels).max().orElse(0));
            if (myPe() == 0) {
                System.out.printf(
                        Locale.ROOT,
                        "%d rows, %d entries: upper triangular after %d levels, in %.3f s%n",
                        size,
                        entries,
                        last + 1,
                        seconds);
            }
        }
    }

    /** The columns of this PE of the permuted matrix: an edge of the graph is an entry above the diagonal. */
    private static int[][] permuted(RandomGraph graph) {
        final int[] newRows = permutation(graph.vertices(), 1);
        final int[] oldColumns = permutation(graph.vertices(), 2);
        return graph.forOwn(column -> {
            final int old = oldColumns[column];
            final int[] above = graph.smallerNeighbours(old);
            return IntStream.concat(IntStream.of(above), IntStream.of(old))
                    .map(row -> newRows[row])
                    .toArray();
        });
    }

    private static int[] permutation(int size, long seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final int[] permutation = new int[size];
        for (int i = 0; i < size; i++) {
            final int other = random.nextInt(i + 1);
            permutation[i] = permutation[other];
            permutation[other] = i;
        }
        return permutation;
    }

    /** Tells the owners of rows of their entries; collective. */
    private void countEntries() {
        try (Flow<Entry> entries = Flow.of(TEAM_WORLD, Entry.class, (from, entry) -> {
            left[entry.row() / pes]++;
            sums[entry.row() / pes] += entry.column();
        })) {
            for (int i = 0; i < rowsOf.length; i++) {
                for (int row : rowsOf[i]) {
                    entries.send(row % pes, new Entry(row, i * pes + me, 0));
                }
            }
        }
    }

    /** Finds the pivot of each column; collective. */
    private void removeAll() {
        final int[] first =
                IntStream.range(0, left.length).filter(i -> left[i] == 1).toArray();
        try (group) {
            for (int i : first) {
                sendPivot(i);
            }
        }
    }

    private void sendPivot(int i) {
        final int column = (int) sums[i];
        pivots.send(column % pes, new Entry(i * pes + me, column, levels[i]));
    }

    private void removeColumn(Entry pivot) {
        final int i = pivot.column() / pes;
        pivotRows[i] = pivot.row();
        pivotLevels[i] = pivot.level();
        for (int row : rowsOf[i]) {
            if (row != pivot.row()) {
                removals.send(row % pes, new Entry(row, pivot.column(), pivot.level()));
            }
        }
    }

    private void removeEntry(Entry entry) {
        final int i = entry.row() / pes;
        left[i]--;
        sums[i] -= entry.column();
        levels[i] = Math.max(levels[i], entry.level() + 1);
        if (left[i] == 1) {
            sendPivot(i);
        }
    }

    /** Gives positions to columns, from the last to the first by ascending level, and to their pivots; collective. */
    private void place(DistLongs rowPositions, DistLongs columnPositions) {
        try (DistLongs order = DistLongs.cyclic(TEAM_WORLD, size)) {
            order.setAll(column -> (long) pivotLevels[(int) column / pes] * size + column);
            order.sort();
            try (var positions = columnPositions.updates()) {
                order.forEachLocal((i, key) -> positions.put(key % size, size - 1 - i));
            }
        }
        try (var positions = rowPositions.updates()) {
            columnPositions.forEachLocal((column, position) -> positions.put(pivotRows[(int) column / pes], position));
        }
    }

    private void check(DistLongs rowPositions, DistLongs columnPositions) {
        requirePermutation(columnPositions);
        final long[] rows =
                Arrays.stream(rowsOf).flatMapToInt(IntStream::of).asLongStream().toArray();
        final long[] positions = rowPositions.getAll(rows);
        int next = 0;
        for (int i = 0; i < rowsOf.length; i++) {
            final long column = columnPositions.local().get(i);
            int onDiagonal = 0;
            int below = 0;
            for (int entry = 0; entry < rowsOf[i].length; entry++) {
                onDiagonal += positions[next] == column ? 1 : 0;
                below += positions[next] > column ? 1 : 0;
                next++;
            }
            if (onDiagonal != 1 || below != 0) {
                throw new IllegalStateException("column " + column + " has " + onDiagonal
                        + " entries on the diagonal and " + below + " below it, instead of 1 and 0");
            }
        }
    }

    private static void requirePermutation(DistLongs positions) {
        try (DistLongs counts = DistLongs.cyclic(TEAM_WORLD, positions.length())) {
            counts.addAll(positions.local().toArray(), 1);
            if (counts.min() != 1 || counts.max() != 1) {
                throw new IllegalStateException("the positions of the columns are not a permutation");
            }
        }
    }
}
