package org.jshmem.internal.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.jshmem.heap.Memory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class WaitPolicyTest {
    private static final Progress NETWORK = new Progress() {
        @Override
        public boolean poll() {
            return false;
        }

        @Override
        public void yields() {}

        @Override
        public void rest() {}
    };

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepWhatIsNotChanged(boolean isCrowded) {
        final HangWatch watch = HangWatch.of(3600, new EndingJob(0, 1));
        final BackgroundWait background = new BackgroundWait();
        final WaitPolicy policy = WaitPolicy.of(isCrowded, watch);
        assertEquals(isCrowded, policy.isCrowded());
        assertEquals(isCrowded, WaitPolicy.endless(isCrowded).isCrowded());
        assertSame(policy, policy.with((Progress) null));
        final WaitPolicy onNetwork = policy.with(background).with(NETWORK);
        assertEquals(isCrowded, onNetwork.isCrowded());
        assertTrue(onNetwork.spins() < policy.spins(), "polls take longer");
        for (WaitPolicy all : new WaitPolicy[] {onNetwork, onNetwork.crowded(), onNetwork.with(background)}) {
            assertSame(watch, all.watch());
            assertSame(NETWORK, all.progress());
            assertSame(background, all.background());
        }
        assertTrue(onNetwork.crowded().isCrowded() && policy.crowded().isCrowded());
        assertEquals(policy.spins(), policy.with(background).spins());
        watch.end();
    }

    /** From 50 µs to 10 ms, or to 0.8 ms. */
    @ParameterizedTest
    @CsvSource({"false, 9, 10000000", "true, 5, 800000"})
    void shouldNapForLongerEachTime(boolean polling, int count, long longestNs) {
        final NapIntervals naps = NapIntervals.of(polling);
        long expectedNs = 50_000;
        for (int nap = 0; nap < count; nap++) {
            assertEquals(Math.min(expectedNs, longestNs), ns(naps.timespec(nap)));
            assertEquals(Math.min(nap + 1, count - 1), naps.next(nap));
            expectedNs *= 2;
        }
    }

    @Test
    void shouldNapForAsLongAsIsGiven() {
        final NapIntervals naps = NapIntervals.of(3_000_000_007L);
        assertEquals(3_000_000_007L, ns(naps.timespec(0)));
        assertEquals(0, naps.next(0));
    }

    private static long ns(long timespec) {
        final long ns = Memory.get64(timespec + Long.BYTES);
        assertTrue(ns >= 0 && ns < 1_000_000_000);
        return TimeUnit.SECONDS.toNanos(Memory.get64(timespec)) + ns;
    }

    @Test
    void shouldBeInTheBackgroundWhileNobodyWaits() {
        final BackgroundWait wait = new BackgroundWait();
        assertFalse(wait.isInBackground() || wait.isOfLibrary());
        wait.begin(true);
        assertTrue(wait.isInBackground() && wait.isOfLibrary());
        wait.hurry();
        assertFalse(wait.isInBackground());
        assertTrue(wait.isOfLibrary());
        wait.begin(true);
        assertTrue(wait.isInBackground(), "the next collective");
        wait.begin(false);
        assertFalse(wait.isInBackground() || wait.isOfLibrary());
        wait.check();
        wait.end();
        assertEquals(
                "the team has ended",
                assertThrows(CancellationException.class, wait::check).getMessage());
    }
}
