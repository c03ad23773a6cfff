package org.jshmem.transport.ofi.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ListeningClockTest {
    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);

    /** The system's clock; {@code System.nanoTime()} may be negative. */
    private long systemNs = -HOUR_NS;

    /** What another thread does between a thread's read of the system's clock and its next step; null for nothing. */
    private Runnable between;

    private final ListeningClock clock = new ListeningClock(this::read);

    private long read() {
        final long read = systemNs;
        final Runnable now = between;
        between = null;
        if (now != null) {
            now.run();
        }
        return read;
    }

    @Test
    void shouldRunWhileItIsRead() {
        final long start = clock.nowNs();
        for (int i = 1; i <= 100; i++) {
            systemNs += ListeningClock.LONGEST_NS;
            assertEquals(i * ListeningClock.LONGEST_NS, clock.nowNs() - start);
        }
    }

    @Test
    void shouldCountLittleOfATimeWithoutARead() {
        final long start = clock.nowNs();
        systemNs += HOUR_NS;
        assertEquals(ListeningClock.LONGEST_NS, clock.nowNs() - start);
        systemNs += 1;
        assertEquals(ListeningClock.LONGEST_NS + 1, clock.nowNs() - start);
        systemNs += ListeningClock.LONGEST_NS + 1;
        assertEquals(2 * ListeningClock.LONGEST_NS + 1, clock.nowNs() - start);
    }

    /** Both threads of a PE that is stopped in the middle of a read see the same time afterwards. */
    @Test
    void shouldReadAgainWhenAnotherThreadHasCountedTheGap() {
        final long start = clock.nowNs();
        between = () -> {
            systemNs += HOUR_NS;
            assertEquals(ListeningClock.LONGEST_NS, clock.nowNs() - start);
        };
        assertEquals(ListeningClock.LONGEST_NS, clock.nowNs() - start);
    }
}
