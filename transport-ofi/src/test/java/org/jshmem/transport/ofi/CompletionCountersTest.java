package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jshmem.testing.PeThreads;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CompletionCountersTest {
    private static final int THREADS = 4;
    private static final int ROUNDS = 100_000;

    /** Each takes up to three at a time, and gives them back in any order. */
    @Test
    void shouldGiveACounterToOneThreadAtATime() throws Exception {
        final CompletionCounters counters = new CompletionCounters();
        final AtomicIntegerArray users = new AtomicIntegerArray(1 << 12);
        PeThreads.run(THREADS, thread -> {
            final CompletionCounter[] mine = new CompletionCounter[3];
            for (int round = 0; round < ROUNDS; round++) {
                final int count = 1 + round % mine.length;
                for (int i = 0; i < count; i++) {
                    mine[i] = counters.take();
                    assertEquals(1, users.incrementAndGet(mine[i].id), "threads that have counter " + mine[i].id);
                }
                for (int i = 0; i < count; i++) {
                    final CompletionCounter one = mine[(i + round) % count];
                    users.decrementAndGet(one.id);
                    counters.give(one);
                }
            }
        });
        final int most = THREADS * 3;
        assertTrue(counters.of(most) == null, "no more counters were made than were in use at once");
    }

    /** A thread waits for the reply that another one receives. */
    @Test
    void shouldHaveTheResultWhenNothingIsPending() throws Exception {
        final CompletionCounter counter = new CompletionCounter(0);
        final long[] asked = new long[1];
        PeThreads.run(2, thread -> {
            for (long round = 1; round <= ROUNDS; round++) {
                if (thread == 0) {
                    counter.expect();
                    asked[0] = round;
                    while (counter.pending() != 0) {
                        Thread.onSpinWait();
                    }
                    assertEquals(round, counter.result());
                } else {
                    while (counter.pending() == 0 || counter.result() == round) {
                        Thread.onSpinWait();
                    }
                    counter.done(round, false);
                }
            }
        });
        assertEquals(ROUNDS, asked[0]);
    }
}
