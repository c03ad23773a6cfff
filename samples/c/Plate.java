import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.jshmem.Shmem.*;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import org.jshmem.SymmetricDoubles;

// Heat on a plate whose rows are divided among the PEs. The function step of plate.c computes on symmetric memory.
// Each part has a halo row above and below, a copy of the neighbour's border row.

static final int ROWS = 50;
static final int COLUMNS = 200;
static final int STEPS = 500;

void main(String[] arguments) throws Throwable {
    final MethodHandle step = step(Path.of(arguments[0]));
    try (var _ = init();
            SymmetricDoubles one = callocDoubles((ROWS + 2) * COLUMNS);
            SymmetricDoubles two = callocDoubles((ROWS + 2) * COLUMNS)) {
        SymmetricDoubles now = one;
        SymmetricDoubles next = two;
        if (myPe() == 0) {
            // The upper edge of the plate is hot.
            one.slice(0, COLUMNS).fill(1);
            two.slice(0, COLUMNS).fill(1);
        }
        for (int i = 0; i < STEPS; i++) {
            if (myPe() > 0) {
                put(now, (ROWS + 1) * COLUMNS, now, COLUMNS, COLUMNS, myPe() - 1);
            }
            if (myPe() < nPes() - 1) {
                put(now, 0, now, ROWS * COLUMNS, COLUMNS, myPe() + 1);
            }
            barrierAll();
            step.invokeExact(next.segment(), now.segment(), (long) ROWS, (long) COLUMNS);
            final SymmetricDoubles old = now;
            now = next;
            next = old;
        }
        barrierAll();
        if (myPe() == 0) {
            check(now);
        }
    }
}

/** Finds the C function in its library, and describes its arguments. */
MethodHandle step(Path library) {
    return Linker.nativeLinker()
            .downcallHandle(
                    SymbolLookup.libraryLookup(library, Arena.global()).findOrThrow("step"),
                    FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG));
}

/** Compares the parts of all PEs with a serial run in Java, up to rounding: a C compiler may fuse operations. */
void check(SymmetricDoubles part) {
    final double[] serial = serial(ROWS * nPes());
    final double[] row = new double[COLUMNS];
    for (int i = 0; i < ROWS * nPes(); i++) {
        get(row, 0, part, (1 + i % ROWS) * COLUMNS, COLUMNS, i / ROWS);
        for (int j = 0; j < COLUMNS; j++) {
            if (!(Math.abs(row[j] - serial[(1 + i) * COLUMNS + j]) < 1e-12)) {
                throw new IllegalStateException("row " + i + ", column " + j + " is not that of a serial run");
            }
        }
    }
    IO.println("plate: " + STEPS + " steps in C on " + ROWS * nPes() + " rows, as in a serial run in Java");
}

double[] serial(int rows) {
    double[] now = new double[(rows + 2) * COLUMNS];
    Arrays.fill(now, 0, COLUMNS, 1);
    double[] next = now.clone();
    for (int step = 0; step < STEPS; step++) {
        for (int row = 1; row <= rows; row++) {
            for (int i = row * COLUMNS + 1; i < (row + 1) * COLUMNS - 1; i++) {
                next[i] = 0.25 * (now[i - COLUMNS] + now[i - 1] + now[i + 1] + now[i + COLUMNS]);
            }
        }
        final double[] old = now;
        now = next;
        next = old;
    }
    return now;
}
