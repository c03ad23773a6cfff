package org.jshmem.internal.collective;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.ShmemException;
import org.jshmem.internal.team.ThreadJob;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Threads stand in for PEs that pass different arguments to one collective. */
@Timeout(60)
class CollectiveMismatchTest {
    private static final long HEAP_BYTES = 4 << 20;

    /** Offsets are those of a large heap. */
    private static final long START = 5L << 30;

    private static final long SOURCE = START + 64;
    private static final long DEST = START + HEAP_BYTES / 2;

    interface Collective {
        void call(Collectives collectives, long dest, long source, int longs);
    }

    @SuppressWarnings("ImmutableEnumChecker") // they have no state
    enum Call {
        BROADCAST((collectives, dest, source, longs) -> collectives.broadcast(dest, source, 8L * longs, 0)),
        FCOLLECT((collectives, dest, source, longs) -> collectives.fcollect(dest, source, 8L * longs)),
        ALLTOALL((collectives, dest, source, longs) -> collectives.alltoall(dest, source, 8L * longs)),
        ALLTOALLS((collectives, dest, source, longs) -> collectives.alltoalls(dest, 2, source, 2, 8, longs)),
        SUM((collectives, dest, source, longs) ->
                collectives.reduce(Reduction.SUM, ElementKind.LONG, dest, source, longs)),
        INSCAN((collectives, dest, source, longs) -> collectives.scan(true, ElementKind.LONG, dest, source, longs)),
        EXSCAN((collectives, dest, source, longs) -> collectives.scan(false, ElementKind.LONG, dest, source, longs));

        final Collective collective;

        Call(Collective collective) {
            this.collective = collective;
        }
    }

    /** The heap offsets in the message are those that each PE has passed, on every way that its bytes may take. */
    @ParameterizedTest
    @EnumSource
    @Tag(QuickFilter.FULL)
    void shouldSayWhereDestinationsAndSourcesAre(Call call) throws Exception {
        for (int[] nodeOf : new int[][] {{0, 0, 0}, {0, 1, 1}, {0, 1, 2}}) {
            for (boolean isMapped : new boolean[] {true, false}) {
                ThreadJob.run(nodeOf, isMapped, true, START, HEAP_BYTES, (pe, teams, heaps) -> {
                    final Collectives collectives = new Collectives(teams.world());
                    for (int longs : new int[] {1, 7, 40, 300, 9000, 30_000}) {
                        final long dest = DEST + (pe == 1 ? 8 : 0);
                        final String text = assertThrows(
                                        ShmemException.class,
                                        () -> call.collective.call(collectives, dest, SOURCE, longs))
                                .getMessage();
                        for (long there : new long[] {DEST, DEST + 8}) {
                            final String expected = ", dest at heap offset " + there + ", source at " + SOURCE;
                            assertTrue(text.contains(expected), longs + ": " + text);
                        }
                    }
                });
            }
        }
    }

    /**
     * Each of the four arguments, round after round; what each PE is said to call is what it calls now, though it has
     * called the same in the barrier before, and something else in the one before that. Where each PE is a node, what
     * does not fit beside a PE's word travels with it.
     */
    @ParameterizedTest
    @CsvSource({"1, false", "1, true", "3, true"})
    void shouldTellPesThatTheirArgumentsDiffer(int nodes, boolean isCrowded) throws Exception {
        final int[] nodeOf = {0, 1 % nodes, 2 % nodes};
        ThreadJob.run(nodeOf, true, isCrowded, START, HEAP_BYTES, (pe, teams, heaps) -> {
            final Collectives collectives = new Collectives(teams.world());
            for (int round = 1; round < 15; round++) { // of one barrier each
                collectives.any(false);
                collectives.broadcast(DEST + 64L * round, SOURCE, 8L * round, 0);
                final int different = pe == 1 ? 1 : 0;
                final int which = round % 4;
                final long bytes = 8L * round + (which == 0 ? different : 0);
                final long dest = DEST + 64L * round + (which == 1 ? 8 * different : 0);
                final long source = SOURCE + (which == 2 ? 8 * different : 0);
                final int root = which == 3 ? different : 0;
                final String text = assertThrows(
                                ShmemException.class, () -> collectives.broadcast(dest, source, bytes, root))
                        .getMessage();
                assertTrue(text.contains(broadcast(8L * round, 0, DEST + 64L * round, SOURCE)), text);
                assertTrue(
                        text.contains(broadcast(
                                8L * round + (which == 0 ? 1 : 0),
                                which == 3 ? 1 : 0,
                                DEST + 64L * round + (which == 1 ? 8 : 0),
                                SOURCE + (which == 2 ? 8 : 0))),
                        text);
            }
        });
    }

    private static String broadcast(long bytes, int root, long dest, long source) {
        return "broadcast of " + bytes + " bytes from PE " + root + " of the team, dest at heap offset " + dest
                + ", source at " + source;
    }
}
