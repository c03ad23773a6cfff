import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricDoubles;

// Sums and extremes over all PEs: of one value each, and of arrays element by element.

static final int COLUMNS = 8;
static final int ROWS = 1000;

void main() {
    try (var _ = init();
            SymmetricDoubles mine = callocDoubles(COLUMNS);
            SymmetricDoubles all = mallocDoubles(COLUMNS)) {
        double largest = 0;
        for (int row = 0; row < ROWS; row++) {
            for (int column = 0; column < COLUMNS; column++) {
                final double value = value(myPe() * ROWS + row, column);
                mine.set(column, mine.get(column) + value);
                largest = Math.max(largest, value);
            }
        }
        // An array: every PE gets the sums of all columns.
        sumReduce(TEAM_WORLD, all, mine, COLUMNS);
        // One value: no symmetric memory is needed.
        largest = maxReduce(TEAM_WORLD, largest);

        final long rows = (long) nPes() * ROWS;
        boolean good = largest == value((int) rows - 1, COLUMNS - 1);
        for (int column = 0; column < COLUMNS; column++) {
            good &= all.get(column) == rows * (rows - 1) / 2 + rows * column;
        }
        if (!all(TEAM_WORLD, good)) {
            throw new IllegalStateException(Arrays.toString(all.toArray()) + ", largest " + largest);
        }
        if (myPe() == 0) {
            IO.println("reduction: " + COLUMNS + " columns of " + rows + " rows, the same sums on every PE");
        }
    }
}

double value(int row, int column) {
    return row + column;
}
