package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.jshmem.heap.Memory;
import org.jshmem.testing.QuickFilter;
import org.jshmem.unwinding.Blocks;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads stand in for the PEs of one node, so many that they synchronize in groups. */
@Timeout(60)
class BarrierTreeTest {
    private static void run(int pes, TeamBarrierTest.Pe body) throws Exception {
        TeamBarrierTest.run(false, pes, true, body);
    }

    /** The last group of a level has one member or several, and there are up to four levels. */
    @ParameterizedTest
    @ValueSource(ints = {9, 10, 16, 17, 63, 64, 65, 66, 73, 130, 513})
    void shouldLetNobodyPassBeforeAllHaveCome(int pes) throws Exception {
        final RoundCheck check = new RoundCheck(pes, 2000 / pes);
        run(pes, check::run);
    }

    /** Also if two PEs differ in the same way, so that their group agrees and others do not. */
    @ParameterizedTest
    @ValueSource(ints = {9, 17, 65, 73})
    @Tag(QuickFilter.FULL)
    void shouldTellEveryoneOfADifferenceWhereverItIs(int pes) throws Exception {
        run(pes, (pe, barrier) -> {
            final SplittableRandom random = new SplittableRandom(pes);
            for (int round = 0; round < RoundCheck.rounds(60); round++) {
                final int odd = random.nextInt(pes);
                final int other = random.nextBoolean() ? odd : random.nextInt(pes);
                final boolean differs = pe == odd || pe == other;
                assertEquals(-1, barrier.exchange(CollectiveCall.MALLOC, differs ? 128 : 64, 0, 0, 0));
                assertEquals(1, barrier.exchange(CollectiveCall.MALLOC, 64, 0, 0, pe == odd ? 1 : 0));
                assertEquals(0, barrier.exchange(CollectiveCall.MALLOC, 64, 0, 0, 0));
            }
        });
    }

    @Test
    void shouldNameCallAndPlaceOfAll() throws Exception {
        run(20, (pe, barrier) -> {
            assertEquals(-1, barrier.exchange(CollectiveCall.MALLOC, pe == 18 ? 128 : 64, 0, 0, 0));
            final String text = barrier.mismatch().getMessage();
            for (int other = 0; other < 20; other++) {
                final String expected = "PE " + other + ": malloc of " + (other == 18 ? 128 : 64) + " bytes";
                assertTrue(text.contains(expected) && text.contains(" at "), text);
            }
            assertTrue(barrier.await(CollectiveCall.BARRIER_ALL), "and can go on");
        });
    }

    /** It is calculated once, in the team's order, and is not there after a barrier that did not ask for it. */
    @ParameterizedTest
    @ValueSource(ints = {9, 20, 70})
    @Tag(QuickFilter.FULL)
    void shouldCombineForAllInTheTeamsOrder(int pes) throws Exception {
        final AtomicInteger combined = new AtomicInteger();
        final BarrierPayloads.Combination chain = (from, to) -> {
            long all = 0;
            for (int i = 0; i < from.count(); i++) {
                all = all * 31 + Memory.get64(from.of(i));
            }
            combined.incrementAndGet();
            Memory.put64(to, all);
        };
        run(pes, (pe, barrier) -> {
            for (long round = 1; round <= RoundCheck.rounds(100); round++) {
                barrier.payloads().bringWord(round + pe);
                barrier.payloads().combine(chain);
                assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
                long expected = 0;
                for (int i = 0; i < pes; i++) {
                    expected = expected * 31 + round + i;
                }
                assertEquals(expected, Memory.get64(barrier.payloads().combined()));
            }
            assertTrue(barrier.await(CollectiveCall.BARRIER_ALL));
            assertEquals(0, barrier.payloads().combined());
        });
        assertEquals(100, combined.get());
    }

    /** What one PE brings, then what all bring, of the same size, and of all sizes. */
    @ParameterizedTest
    @ValueSource(ints = {9, 20, 70})
    void shouldShowEverybodyWhatOneBringsAndWhatAllBring(int pes) throws Exception {
        run(pes, (pe, barrier) -> {
            try (Arena arena = Arena.ofConfined()) {
                final long mine = arena.allocate(TeamArea.PAYLOAD_BYTES, 8).address();
                for (int round = 0; round < RoundCheck.rounds(100); round++) {
                    final int root = round * 5 % pes;
                    final int bytes = 1 + round % TeamArea.PAYLOAD_BYTES;
                    Memory.put8(mine, (byte) (pe + round));
                    Memory.put8(mine + bytes - 1, (byte) (pe + round));
                    if (root == pe) {
                        barrier.payloads().bring(mine, bytes);
                    }
                    barrier.payloads().pick(root, bytes);
                    assertTrue(barrier.await(CollectiveCall.BROADCAST));
                    assertBrought(barrier.payloads().of(root), bytes, root + round);
                    barrier.payloads().bring(mine, bytes);
                    assertTrue(barrier.await(CollectiveCall.FCOLLECT));
                    for (int other = 0; other < pes; other++) {
                        assertBrought(barrier.payloads().of(other), bytes, other + round);
                    }
                }
            }
        });
    }

    private static void assertBrought(long payload, int bytes, int expected) {
        assertEquals((byte) expected, Memory.get8(payload));
        assertEquals((byte) expected, Memory.get8(payload + bytes - 1));
    }

    /** A head is not said to be missing if only somebody of its group is. */
    @Test
    void shouldNameThoseWhoAreMissing() throws Exception {
        final CountDownLatch named = new CountDownLatch(1);
        run(20, (pe, barrier) -> {
            if (pe == 10 || pe == 16) {
                named.await();
            } else if (pe == 0) {
                assertThrows(
                        IllegalStateException.class,
                        () -> new Blocks(() -> barrier.releases().release(CollectiveCall.FREE, 0, 0, 0)
                                        == LeavableBarrier.PENDING)
                                .inFinally(true));
                while (!barrier.missing().equals("PE 10, PE 16")) {
                    Thread.onSpinWait();
                }
                named.countDown();
                barrier.releases().awaitAbandoned();
                return;
            }
            assertEquals(0, barrier.releases().release(CollectiveCall.FREE, 0, 0, 0));
        });
    }

    /** By the root, by a head and by others; the thread in its place goes on for those below it. */
    @ParameterizedTest
    @CsvSource({"12, 0", "12, 8", "12, 11", "70, 64", "70, 16"})
    @Tag(QuickFilter.FULL)
    void shouldNotKeepAnExceptionWaiting(int pes, int thrower) throws Exception {
        final ThrowingBlockCheck check = new ThrowingBlockCheck(thrower);
        run(pes, check::run);
    }

    @Test
    @Timeout(20)
    void shouldFailAtOnceWhenAPeFails() {
        final Exception thrown = assertThrows(
                IllegalStateException.class,
                () -> run(12, (pe, barrier) -> {
                    if (pe == 8) {
                        throw new IllegalStateException("no luck");
                    }
                    barrier.await(CollectiveCall.BARRIER_ALL);
                }));
        assertEquals("no luck", thrown.getMessage());
    }
}
