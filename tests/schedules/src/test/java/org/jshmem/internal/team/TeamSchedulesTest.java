package org.jshmem.internal.team;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.Stream;
import org.jshmem.heap.Memory;
import org.jshmem.internal.barrier.CollectiveCall;
import org.jshmem.internal.collective.Collectives;
import org.jshmem.internal.collective.ValueBatch;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Teams that come and go, on one node and on several, with collectives of single values in them. */
class TeamSchedulesTest {
    private static final ElementKind TYPE = ElementKind.LONG;
    private static final int BATCHED = 7;

    static Stream<Arguments> jobs() {
        return Stream.of(
                job("one node", false, 0, 0, 0),
                job("one node, counted", true, 0, 0, 0),
                job("two nodes", true, 0, 0, 1),
                job("two nodes, dealt in turn", false, 0, 1, 0, 1),
                job("nodes of one PE", true, 0, 1, 2));
    }

    private static Arguments job(String name, boolean isCrowded, int... nodeOf) {
        return Arguments.of(name, isCrowded, nodeOf);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("jobs")
    void shouldUseTheMemoryOfTeamsThatHaveEnded(String name, boolean isCrowded, int... nodeOf) {
        final int pes = nodeOf.length;
        ScheduledJob.explore(nodeOf, isCrowded, (pe, teams) -> {
            for (int round = 0; round < 3; round++) {
                final int start = round % 2;
                final Team team = teams.splitStrided(teams.world(), start, 1, pes - 1);
                assertEquals(pe - start >= 0 && pe - start < pes - 1, team != null);
                if (team != null) {
                    ScheduledJob.guard(team);
                    team.sync(CollectiveCall.TEAM_SYNC);
                    final int value = 10 * round + pe;
                    final int first = 10 * round + start;
                    assertEquals(first + pes - 2, new Collectives(team).reduceValue(Reduction.MAX, TYPE, value), name);
                    assertTrue(teams.destroy(team, () -> {}));
                }
            }
        });
    }

    /** PE 0 makes the next team, with PE 2, when PE 1 may still be about to leave the last one. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldLeaveTheMemoryOfATeamToThoseThatHaveNotLeftIt(boolean isCrowded) {
        ScheduledJob.explore(new int[3], isCrowded, (pe, teams) -> {
            final Team left = teams.splitStrided(teams.world(), 0, 1, 2);
            final Team right = teams.splitStrided(teams.world(), 0, 2, 2);
            if (left != null) {
                left.sync(CollectiveCall.TEAM_SYNC);
                assertTrue(teams.destroy(left, () -> {}));
            }
            if (right != null) {
                final Team next = teams.splitStrided(right, 0, 1, 2);
                for (int round = 0; round < 3; round++) {
                    next.sync(CollectiveCall.TEAM_SYNC);
                }
            }
        });
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("jobs")
    void shouldBringTheValuesOfThisCall(String name, boolean isCrowded, int... nodeOf) {
        final int pes = nodeOf.length;
        ScheduledJob.explore(nodeOf, isCrowded, (pe, teams) -> {
            final Collectives collectives = new Collectives(teams.world());
            long sum = 0;
            for (int round = 1; round <= 3; round++) {
                final int base = round * 100;
                assertEquals(
                        (long) pes * base + pes * (pes - 1L) / 2,
                        collectives.reduceValue(Reduction.SUM, TYPE, base + pe),
                        name);
                final int root = round % pes;
                assertEquals(base + root, collectives.broadcastValue(TYPE, base + pe, root), name);
                assertEquals(pe * (long) base, collectives.scanValue(false, TYPE, base), name);
                sum += base;
            }
            assertEquals(600, sum);
        });
    }

    /** A source may change, and what has come may be read, as soon as a call returns. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("jobs")
    void shouldHaveReadTheSourcesOnReturn(String name, boolean isCrowded, int... nodeOf) {
        if (Arrays.stream(nodeOf).distinct().count() > 1) {
            return; // needs puts between nodes
        }
        final int pes = nodeOf.length;
        ScheduledJob.explore(nodeOf, isCrowded, (pe, teams) -> {
            final Collectives collectives = new Collectives(teams.world());
            final long heap = teams.world().heaps().own();
            for (int round = 1; round <= 2; round++) {
                for (int words : new int[] {1, 20}) {
                    for (int i = 0; i < words; i++) {
                        Memory.put64(heap + 64 + 8L * i, 1000 * round + 100 * pe + i);
                    }
                    collectives.fcollect(1024, 64, 8L * words);
                    Memory.put64(heap + 64, -1);
                    for (int from = 0; from < pes; from++) {
                        for (int i = 0; i < words; i++) {
                            assertEquals(
                                    1000 * round + 100 * from + i,
                                    Memory.get64(heap + 1024 + 8L * (from * words + i)),
                                    name);
                        }
                    }
                }
            }
        });
    }

    /** Of small collectives that are executed together, each PE has as many at a time as it likes. */
    @ParameterizedTest(name = "{0}")
    @MethodSource("jobs")
    void shouldGiveEachEntryOfABatchItsResult(String name, boolean isCrowded, int... nodeOf) {
        final int pes = nodeOf.length;
        ScheduledJob.explore(nodeOf, isCrowded, (pe, teams) -> {
            final Team world = teams.world();
            final ValueBatch batch = new Collectives(world).batch();
            final boolean isSplit = world.barrier().split().isPossible();
            int done = 0;
            while (done < BATCHED) {
                batch.clear();
                final int most = Math.min(BATCHED, done + 1 + (pe + done) % 3);
                for (int i = done; i < most; i++) {
                    add(batch, i, pe);
                }
                final int count;
                if (isSplit && (pe + done) % 2 == 0) {
                    batch.start();
                    batch.hasEnded();
                    count = batch.finish();
                } else {
                    count = batch.run();
                }
                assertTrue(count > 0 && done + count <= most, name);
                for (int i = 0; i < count; i++) {
                    assertEquals(result(done + i, pes), batch.result(i), name);
                }
                done += count;
            }
        });
    }

    private static void add(ValueBatch batch, int index, int pe) {
        switch (index % 3) {
            case 0 -> batch.addReduction(Reduction.SUM, TYPE, 10L * index + pe);
            case 1 -> batch.addBroadcast(TYPE, 10L * index + pe, index % 2);
            default -> batch.addSync(index % 2 == 0);
        }
    }

    private static long result(int index, int pes) {
        return switch (index % 3) {
            case 0 -> 10L * index * pes + pes * (pes - 1L) / 2;
            case 1 -> 10L * index + index % 2;
            default -> 0;
        };
    }
}
