import static org.jshmem.Shmem.*;

import org.jshmem.Cmp;
import org.jshmem.SignalOp;
import org.jshmem.SymmetricDoubles;
import org.jshmem.SymmetricLongs;

// Heat in a ring of cells, a part of which lies on each PE.
// A halo cell at each end of a part is a copy of the neighbour's border cell.

static final int CELLS = 1000;
static final int STEPS = 500;

void main() {
    try (var _ = init();
            SymmetricDoubles one = callocDoubles(CELLS + 2);
            SymmetricDoubles two = callocDoubles(CELLS + 2);
            SymmetricLongs arrived = callocLongs(2)) {
        final int left = (myPe() + nPes() - 1) % nPes();
        final int right = (myPe() + 1) % nPes();
        SymmetricDoubles now = one;
        SymmetricDoubles next = two;
        for (int i = 0; i < CELLS; i++) {
            now.set(i + 1, start(myPe() * CELLS + i));
        }
        for (int step = 1; step <= STEPS; step++) {
            // The first cell is the left neighbour's upper halo, the last cell the right neighbour's lower halo.
            putSignal(now, CELLS + 1, now, 1, 1, arrived, 1, step, SignalOp.SET, left);
            putSignal(now, 0, now, CELLS, 1, arrived, 0, step, SignalOp.SET, right);
            signalWaitUntil(arrived, 0, Cmp.GE, step);
            signalWaitUntil(arrived, 1, Cmp.GE, step);
            for (int i = 1; i <= CELLS; i++) {
                next.set(i, mix(now.get(i - 1), now.get(i), now.get(i + 1)));
            }
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

double start(int cell) {
    return cell % 700 < 100 ? 1 : 0;
}

double mix(double left, double here, double right) {
    return here + 0.25 * (left - 2 * here + right);
}

/** Compares the parts of all PEs with a serial run. */
void check(SymmetricDoubles part) {
    final double[] parallel = new double[CELLS * nPes()];
    for (int pe = 0; pe < nPes(); pe++) {
        get(parallel, pe * CELLS, part, 1, CELLS, pe);
    }
    if (!Arrays.equals(parallel, serial(parallel.length))) {
        throw new IllegalStateException("the result is not that of a serial run");
    }
    IO.println("halo exchange: " + STEPS + " steps of " + parallel.length + " cells, as in a serial run");
}

double[] serial(int cells) {
    double[] now = IntStream.range(0, cells).mapToDouble(this::start).toArray();
    for (int step = 0; step < STEPS; step++) {
        final double[] next = new double[cells];
        for (int i = 0; i < cells; i++) {
            next[i] = mix(now[(i + cells - 1) % cells], now[i], now[(i + 1) % cells]);
        }
        now = next;
    }
    return now;
}
