package org.jshmem.internal.collective;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jshmem.ShmemException;
import org.jshmem.internal.barrier.TeamArea;
import org.jshmem.internal.team.ThreadJob;
import org.jshmem.spi.ElementKind;
import org.jshmem.spi.Reduction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Some values at once, of PEs of one node and of several, each of which may start a barrier without waiting. */
@Timeout(60)
class ValueBatchTest {
    private static final long HEAP_BYTES = 4096;

    static Stream<int[]> jobs() {
        return Stream.of(new int[] {0, 0}, new int[] {0, 0, 0}, new int[] {0, 1, 2});
    }

    /** A value of a PE in a round and place. */
    private static long value(int pe, int round, int entry) {
        return (pe + 1L) * 0x9e37_79b9_7f4a_7c15L + 1_000_003L * round + entry;
    }

    private static int run(ValueBatch batch, boolean waits) {
        if (waits) {
            return batch.run();
        }
        batch.start();
        while (!batch.hasEnded()) {
            Thread.yield();
        }
        return batch.finish();
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void shouldGiveEachValueItsResult(int... nodeOf) throws Exception {
        for (boolean isCrowded : new boolean[] {false, true}) {
            ThreadJob.run(nodeOf, true, isCrowded, HEAP_BYTES, (pe, teams, heaps) -> {
                final ValueBatch batch = new Collectives(teams.world()).batch();
                final SplittableRandom random = new SplittableRandom(17);
                for (int round = 0; round < 60; round++) {
                    final int count = 1 + round % ValueBatch.MOST;
                    final long[] expected = new long[count];
                    batch.clear();
                    for (int entry = 0; entry < count; entry++) {
                        assertTrue(batch.hasRoom());
                        expected[entry] = add(batch, random, pe, nodeOf.length, round, entry);
                    }
                    assertEquals(count < ValueBatch.MOST, batch.hasRoom());
                    assertEquals(count, run(batch, round % 2 == 0));
                    for (int entry = 0; entry < count; entry++) {
                        assertEquals(expected[entry], batch.result(entry), "entry " + entry + " of round " + round);
                    }
                }
            });
        }
    }

    /** Adds what all PEs add; returns what the result has to be. */
    private static long add(ValueBatch batch, SplittableRandom random, int pe, int pes, int round, int entry) {
        final int root = random.nextInt(pes);
        return switch (random.nextInt(5)) {
            case 0 -> {
                batch.addReduction(Reduction.SUM, ElementKind.LONG, value(pe, round, entry));
                long sum = 0;
                for (int other = 0; other < pes; other++) {
                    sum += value(other, round, entry);
                }
                yield sum;
            }
            case 1 -> {
                batch.addReduction(Reduction.MAX, ElementKind.INT, (int) value(pe, round, entry) & 0x7fff_ffffL);
                long most = 0;
                for (int other = 0; other < pes; other++) {
                    most = Math.max(most, (int) value(other, round, entry) & 0x7fff_ffff);
                }
                yield most;
            }
            case 2 -> {
                batch.addBroadcast(ElementKind.LONG, value(pe, round, entry), root);
                yield value(root, round, entry);
            }
            case 3 -> {
                batch.addBroadcast(ElementKind.DOUBLE, value(pe, round, entry), root);
                yield value(root, round, entry);
            }
            default -> {
                batch.addSync(random.nextBoolean());
                yield 0;
            }
        };
    }

    /** PE 1 has more, or something else behind what all have; that is for a later batch. */
    @ParameterizedTest
    @MethodSource("jobs")
    void shouldEndWhatAllHaveInCommon(int... nodeOf) throws Exception {
        ThreadJob.run(nodeOf, true, true, HEAP_BYTES, (pe, teams, heaps) -> {
            final ValueBatch batch = new Collectives(teams.world()).batch();
            for (int common = 1; common < ValueBatch.MOST; common++) {
                for (int other = 0; other < 5; other++) {
                    batch.clear();
                    for (int entry = 0; entry < common; entry++) {
                        batch.addReduction(Reduction.SUM, ElementKind.LONG, entry);
                    }
                    switch (pe == 1 ? other : other == 0 ? 5 : 1) {
                        case 0, 1 -> batch.addReduction(Reduction.SUM, ElementKind.LONG, 7);
                        case 2 -> batch.addReduction(Reduction.PROD, ElementKind.LONG, 7);
                        case 3 -> batch.addReduction(Reduction.SUM, ElementKind.INT, 7);
                        case 4 -> batch.addSync(false);
                        default -> {}
                    }
                    assertEquals(other == 1 ? common + 1 : common, run(batch, other % 2 == 0), "other " + other);
                    assertEquals(nodeOf.length * (common - 1L), batch.result(common - 1));
                }
            }
        });
    }

    /** As many as fit beside a PE's word. */
    @Test
    void shouldHoldNineValues() {
        assertEquals(9, ValueBatch.MOST);
        assertTrue(8 + (ValueBatch.MOST >> 1) * 24 + 16 <= TeamArea.PAYLOAD_BYTES);
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void shouldTellThatTheFirstDiffers(int... nodeOf) throws Exception {
        ThreadJob.run(nodeOf, true, true, HEAP_BYTES, (pe, teams, heaps) -> {
            final ValueBatch batch = new Collectives(teams.world()).batch();
            batch.addBroadcast(ElementKind.LONG, 7, pe == 1 ? 1 : 0);
            final String text = assertThrows(ShmemException.class, batch::run).getMessage();
            assertTrue(text.contains("PE 0: broadcast of one long from PE 0 of the team at "), text);
            assertTrue(text.contains("PE 1: broadcast of one long from PE 1 of the team at "), text);
            batch.clear();
            batch.addSync(true);
            batch.start();
            assertFalse(batch.finish() != 1, "and can go on");
        });
    }
}
