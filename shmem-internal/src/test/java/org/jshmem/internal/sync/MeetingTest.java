package org.jshmem.internal.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.jshmem.ShmemException;
import org.jshmem.heap.NodeLayout;
import org.jshmem.testing.PeThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Threads stand in for PEs: each has its own {@link Meeting} over the same control memory. */
class MeetingTest {
    private interface Pe {
        void run(int pe, Meeting meeting) throws Exception;
    }

    private static void run(int pes, boolean crowded, Pe body) throws Exception {
        final NodeLayout layout = new NodeLayout(pes, 0);
        final Arena arena = Arena.ofShared();
        final long control = arena.allocate(layout.controlEnd(), 4096).address();
        final int[] all = IntStream.range(0, pes).toArray();
        PeThreads.run(
                pes,
                pe -> body.run(
                        pe,
                        new Meeting(
                                Arrays.stream(all)
                                        .mapToLong(i -> control + layout.slotOffset(i, 0))
                                        .toArray(),
                                all,
                                pe,
                                0,
                                null,
                                new Spots(control, layout),
                                Patience.endless(crowded))));
        arena.close();
    }

    /** With the number of the meeting that was left, or of the next, the other would wait for ever or mix up two calls. */
    @Test
    @Timeout(30)
    void shouldNotMeetAgainAfterAnError() {
        final NodeLayout layout = new NodeLayout(2, 0);
        try (Arena arena = Arena.ofShared()) {
            final long control = arena.allocate(layout.controlEnd(), 4096).address();
            final Progress overflow = new Progress() {
                @Override
                public boolean poll() {
                    throw new StackOverflowError();
                }

                @Override
                public void rest() {}
            };
            final Meeting meeting = new Meeting(
                    new long[] {control + layout.slotOffset(0, 0), control + layout.slotOffset(1, 0)},
                    new int[] {0, 1},
                    0,
                    0,
                    null,
                    new Spots(control, layout),
                    Patience.endless(true).with(overflow));
            assertThrows(StackOverflowError.class, () -> meeting.meet(Call.BARRIER_ALL));
            final ShmemException e = assertThrows(ShmemException.class, () -> meeting.meet(Call.BARRIER_ALL));
            assertTrue(e.getMessage().contains("java.lang.StackOverflowError"), e.getMessage());
        }
    }

    @ParameterizedTest
    @CsvSource({"1, true", "2, false", "2, true", "3, true", "8, true"})
    void shouldLetNobodyPassBeforeAllHaveCome(int pes, boolean crowded) throws Exception {
        final int rounds = 20_000 / pes;
        final long[] arrived = new long[pes * 16];
        run(pes, crowded, (pe, meeting) -> {
            for (int round = 1; round <= rounds; round++) {
                arrived[pe * 16] = round;
                assertTrue(meeting.meet(Call.BARRIER_ALL));
                for (int other = 0; other < pes; other++) {
                    assertEquals(round, arrived[other * 16], "plain stores must be visible after the meeting");
                }
                assertTrue(meeting.meet(Call.BARRIER_ALL));
            }
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 8})
    void shouldWakeWhoeverSleeps(int pes) throws Exception {
        run(pes, true, (pe, meeting) -> {
            for (int round = 0; round < 60; round++) {
                // Longer than others yield for, so that they sleep; at random, so that some come as others fall asleep.
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(0, 1_500_000));
                assertTrue(meeting.meet(Call.SYNC_ALL));
            }
        });
    }

    @Test
    @Timeout(20)
    void shouldFailAtOnceWhenAPeFails() {
        final Exception thrown = assertThrows(
                IllegalStateException.class,
                () -> run(3, true, (pe, meeting) -> {
                    if (pe == 1) {
                        throw new IllegalStateException("no luck");
                    }
                    meeting.meet(Call.BARRIER_ALL);
                }));
        assertEquals("no luck", thrown.getMessage());
    }

    @Test
    void shouldTellEveryoneOfADifferentCall() throws Exception {
        run(3, true, (pe, meeting) -> {
            assertTrue(meeting.meet(Call.BARRIER_ALL));
            final boolean same = pe == 1 ? meeting.meet(Call.MALLOC, 64, 8, 0) : meeting.meet(Call.BARRIER_ALL);
            assertTrue(!same, "PE " + pe + " should have been told");
            final String text = meeting.describe();
            assertTrue(text.contains("PE 0: barrierAll()") && text.contains("PE 1: malloc of 64 bytes"), text);
            assertTrue(meeting.meet(Call.BARRIER_ALL), "and can go on");
        });
    }

    @Test
    void shouldTellEveryoneOfADifferentArgument() throws Exception {
        run(3, true, (pe, meeting) -> {
            assertEquals(-1, meeting.exchange(Call.MALLOC, pe == 2 ? 128 : 64, 0, 0, 0));
            assertTrue(meeting.describe().contains("PE 2: malloc of 128 bytes"));
            assertTrue(meeting.meet(Call.BARRIER_ALL));
        });
    }

    @Test
    void shouldCountOneVoteAgainst() throws Exception {
        run(3, true, (pe, meeting) -> {
            assertEquals(0, meeting.exchange(Call.MALLOC, 64, 0, 0, 0));
            assertEquals(1, meeting.exchange(Call.MALLOC, 64, 0, 0, pe == 2 ? 1 : 0));
            assertEquals(0, meeting.exchange(Call.MALLOC, 64, 0, 0, 0));
        });
    }
}
