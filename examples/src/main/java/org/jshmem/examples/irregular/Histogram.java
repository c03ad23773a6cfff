package org.jshmem.examples.irregular;

import static org.jshmem.Shmem.*;

import java.util.Locale;
import java.util.SplittableRandom;
import org.jshmem.flow.DistLongs;

/**
 * A histogram: every PE adds 1 to randomly chosen counters, which are spread over all PEs. This is the case that
 * aggregation is made for, because each update is a few bytes that no PE waits for. Follows {@code histogram} of bale.
 *
 * <p>The program makes the updates in two ways: as one call with an array of indices, and one by one in a loop. It
 * prints the times of the last of three rounds, when the code has been compiled. For the check, each PE goes through
 * the random numbers of all PEs and counts those that fall on its own counters.
 */
public final class Histogram {
    private static final int DEFAULT_UPDATES = 1_000_000;
    private static final long DEFAULT_COUNTERS = 100_000;
    private static final int ROUNDS = 3;

    private Histogram() {}

    /**
     * Runs the program.
     *
     * @param args the number of updates that each PE makes, and the number of counters on all PEs together
     */
    public static void main(String[] args) {
        final int updates = args.length > 0 ? Integer.parseInt(args[0]) : DEFAULT_UPDATES;
        final long counters = args.length > 1 ? Long.parseLong(args[1]) : DEFAULT_COUNTERS;
        try (var _ = init();
                DistLongs counts = DistLongs.cyclic(TEAM_WORLD, counters)) {
            run(counts, randomOf(myPe()).longs(updates, 0, counters).toArray());
        }
    }

    private static SplittableRandom randomOf(int pe) {
        return new SplittableRandom(pe);
    }

    private static void run(DistLongs counts, long[] indices) {
        long atOnce = 0;
        long oneByOne = 0;
        barrierAll();
        for (int round = 0; round < ROUNDS; round++) {
            final long start = System.nanoTime();
            updateAtOnce(counts, indices);
            final long middle = System.nanoTime();
            updateOneByOne(counts, indices);
            atOnce = middle - start;
            oneByOne = System.nanoTime() - middle;
        }
        verify(counts, indices.length);
        if (myPe() == 0) {
            print("one call", counts, indices, atOnce);
            print("a loop", counts, indices, oneByOne);
        }
    }

    private static void updateAtOnce(DistLongs counts, long[] indices) {
        counts.addAll(indices, 1);
    }

    private static void updateOneByOne(DistLongs counts, long[] indices) {
        try (DistLongs.Updates updates = counts.updates()) {
            for (long index : indices) {
                updates.add(index, 1);
            }
        }
    }

    private static void verify(DistLongs counts, int updates) {
        final long[] expected = new long[(int) counts.local().length()];
        for (int pe = 0; pe < nPes(); pe++) {
            randomOf(pe).longs(updates, 0, counts.length()).forEach(index -> {
                if (counts.owner(index) == myPe()) {
                    expected[(int) counts.localIndex(index)] += 2 * ROUNDS;
                }
            });
        }
        long errors = 0;
        for (int i = 0; i < expected.length; i++) {
            errors += counts.local().get(i) == expected[i] ? 0 : 1;
        }
        final long allErrors = TEAM_WORLD.sumReduce(errors);
        if (allErrors != 0) {
            throw new IllegalStateException(allErrors + " counters are wrong");
        }
    }

    private static void print(String way, DistLongs counts, long[] indices, long nanoseconds) {
        System.out.printf(
                Locale.ROOT,
                "Made %d updates of %d counters on %d PEs by %s in %.3f s%n",
                (long) indices.length * nPes(),
                counts.length(),
                nPes(),
                way,
                nanoseconds / 1e9);
    }
}
