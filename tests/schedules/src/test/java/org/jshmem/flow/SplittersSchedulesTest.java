package org.jshmem.flow;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.LongStream;
import org.jshmem.ShmemTeam;
import org.junit.jupiter.api.Test;

/** Where the ranges of elements begin that PEs sort. */
class SplittersSchedulesTest {
    /** Every third number from 0 on is an element of PE 1, and the others are of the last PE. */
    private static long[] elements(ShmemTeam team, int length) {
        final int me = team.myPe();
        return LongStream.range(0, length)
                .filter(i -> i % 3 == 0 ? me == 1 : me == team.nPes() - 1)
                .toArray();
    }

    /** @param precision how far a splitter may be from the best one */
    private static void requireSplitters(int[] nodeOf, int length, int precision) {
        ScheduledFlows.explore(nodeOf, Long.BYTES, () -> {
            final long[][] all = new long[nodeOf.length][];
            return (job, team) -> {
                final long[] splitters = new LongSplitters(team, length).of(elements(team, length));
                for (int i = 0; i < splitters.length; i++) {
                    final long best = (i + 1L) * length / team.nPes();
                    assertTrue(
                            Math.abs(splitters[i] - best) <= precision,
                            () -> Arrays.toString(splitters) + " of 0 to " + (length - 1));
                }
                all[team.myPe()] = splitters;
                job.meet();
                assertArrayEquals(all[0], splitters);
            };
        });
    }

    /** If there are few elements, all of them are samples. PE 1 passes splitters on to PEs 5 and 6. */
    @Test
    void shouldSplitFewElementsExactly() {
        requireSplitters(new int[7], 50, 0);
    }

    /** The number of samples of a PE corresponds to its share of the elements. */
    @Test
    void shouldSplitManyElementsIntoEqualParts() {
        requireSplitters(new int[3], 900, 30);
    }

    @Test
    void shouldSplitNoElements() {
        requireSplitters(new int[3], 0, 0);
    }
}
