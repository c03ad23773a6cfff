package org.jshmem.internal.barrier;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jshmem.internal.waiting.LongNaps;
import org.jshmem.internal.waiting.Progress;
import org.jshmem.internal.waiting.WaitPolicy;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Threads stand in for the PEs of one node, and sleep in barriers until they are woken. Their naps are so long that a
 * lost wake-up is a time-out; so are those of other tests, of which none may run meanwhile.
 */
@Isolated
@Timeout(60)
class BarrierWakeUpsTest {
    private static final int ROUNDS = 60;

    /**
     * Longer than a wait yields that polls a network, so that PEs sleep; at random, so that some come as others fall
     * asleep.
     */
    private static final long MOST_DELAY_NS = 3_000_000;

    /** Nothing ever comes by it. */
    private static final class StillNetwork implements Progress {
        @Override
        public boolean poll() {
            return false;
        }

        @Override
        public void yields() {}

        @Override
        public void rest() {}
    }

    /** More than 8 synchronize in groups if they do not count their arrivals, and more than 64 in groups of groups. */
    @ParameterizedTest
    @CsvSource({
        "2, false",
        "3, false",
        "8, false",
        "9, false",
        "20, false",
        "70, false",
        "2, true",
        "3, true",
        "8, true"
    })
    void shouldWakeWhoeverSleeps(int pes, boolean isCounted) throws Exception {
        try (LongNaps _ = new LongNaps()) {
            TeamBarrierTest.run(isCounted, pes, WaitPolicy.endless(true).with(new StillNetwork()), (pe, barrier) -> {
                for (int round = 0; round < ROUNDS; round++) {
                    LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(0, MOST_DELAY_NS));
                    assertTrue(barrier.await(CollectiveCall.SYNC_ALL));
                }
            });
        }
    }
}
