package org.jshmem.internal.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jshmem.heap.NodeLayout;
import org.jshmem.posix.Libc;
import org.jshmem.testing.Descriptors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WaitPointWatchTest {
    private static final int AT_ONCE = 0;
    private static final int SOON_MS = 10_000;

    private final NodeLayout layout = new NodeLayout(1, 0);
    private final MemorySegment memory = Arena.ofAuto().allocate(layout.controlEnd(), 4096);
    private final MemorySegment pollfd = Arena.ofAuto().allocate(Libc.POLLFD_BYTES, Long.BYTES);
    private final WaitPoints waitPoints = new WaitPoints(memory.address(), layout);
    private final AtomicBoolean hasNews = new AtomicBoolean();
    private final AtomicBoolean isUnderWay = new AtomicBoolean();

    private WaitPointWatch watch() {
        return new WaitPointWatch(waitPoints, waitPoints.of(0), hasNews::get, isUnderWay::get);
    }

    private boolean isReadable(WaitPointWatch watch, int timeoutMs) {
        pollfd.set(ValueLayout.JAVA_INT, 0, watch.descriptor());
        pollfd.set(ValueLayout.JAVA_SHORT, Integer.BYTES, (short) Libc.POLLIN);
        return Libc.poll(pollfd.address(), 1, timeoutMs) == 1;
    }

    /** What comes right after the program has cleared it finds a thread that does not sleep yet. */
    @Test
    void shouldBecomeReadableByWhatComesBeforeItsThreadSleeps() {
        final WaitPointWatch watch = watch();
        assertTrue(isReadable(watch, AT_ONCE), "for what has come before");
        for (int round = 0; round < 500; round++) {
            watch.clear();
            WaitPoints.wake(waitPoints.of(0));
            assertTrue(isReadable(watch, SOON_MS), "round " + round);
        }
        watch.end();
    }

    /** A plain store wakes nobody. */
    @Test
    void shouldBecomeReadableByWhatItSeesAfterANap() {
        final WaitPointWatch watch = watch();
        for (int round = 0; round < 5; round++) {
            hasNews.set(false);
            watch.clear();
            hasNews.set(true);
            assertTrue(isReadable(watch, SOON_MS), "round " + round);
        }
        watch.end();
    }

    /** Other PEs do not tell when there is room. */
    @Test
    void shouldBecomeReadableNowAndThenWhileSomethingIsUnderWay() {
        final WaitPointWatch watch = watch();
        watch.clear();
        assertFalse(isReadable(watch, 50), "quiet");
        isUnderWay.set(true);
        for (int round = 0; round < 5; round++) {
            assertTrue(isReadable(watch, SOON_MS), "round " + round);
            watch.clear();
            assertFalse(isReadable(watch, AT_ONCE), "only after a nap");
        }
        watch.end();
    }

    @Test
    void shouldNotKeepAProgramFromEnding() {
        final Set<Thread> earlier = Thread.getAllStackTraces().keySet();
        final WaitPointWatch watch = watch();
        final Set<Thread> started = new HashSet<>(Thread.getAllStackTraces().keySet());
        started.removeAll(earlier);
        assertTrue(started.stream().allMatch(Thread::isDaemon), started.toString());
        watch.end();
    }

    @Test
    void shouldLeaveNoDescriptorOpen() throws IOException {
        watch().end(); // what is loaded for it stays open
        final long before = Descriptors.open("[eventfd]");
        for (int i = 0; i < 10; i++) {
            watch().end();
        }
        assertEquals(before, Descriptors.open("[eventfd]"));
    }
}
