import static org.jshmem.Shmem.*;

import org.jshmem.SymmetricLongs;

// Counts values in bins that are spread over the PEs: bin b is element b / nPes() on PE b % nPes().

static final int BINS = 1000;
static final int VALUES = 100_000;

void main() {
    try (var _ = init();
            SymmetricLongs bins = callocLongs((BINS + nPes() - 1) / nPes())) {
        for (int bin : values(myPe())) {
            atomicInc(bins, bin / nPes(), bin % nPes());
        }
        barrierAll();
        if (myPe() == 0) {
            check(bins);
        }
        // The other PEs keep their bins until PE 0 has read them: freeing is collective.
    }
}

/** The values that a PE counts: a bell curve. */
int[] values(int pe) {
    final Random random = new Random(pe);
    return IntStream.range(0, VALUES)
            .map(i -> Math.clamp((int) (BINS * (0.5 + 0.15 * random.nextGaussian())), 0, BINS - 1))
            .toArray();
}

/** Compares all bins with those of a serial run. */
void check(SymmetricLongs bins) {
    final long[] expected = new long[BINS];
    for (int pe = 0; pe < nPes(); pe++) {
        for (int bin : values(pe)) {
            expected[bin]++;
        }
    }
    for (int bin = 0; bin < BINS; bin++) {
        final long counted = g(bins, bin / nPes(), bin % nPes());
        if (counted != expected[bin]) {
            throw new IllegalStateException("bin " + bin + " has " + counted + " instead of " + expected[bin]);
        }
    }
    IO.println("histogram: " + LongStream.of(expected).sum() + " values in " + BINS + " bins, none lost");
}
