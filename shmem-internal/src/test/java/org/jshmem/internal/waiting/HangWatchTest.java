package org.jshmem.internal.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.jshmem.heap.NodeLayout;
import org.jshmem.spi.Awaited;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** PEs 3 and 4 of a job, whose ends are noted. */
@Timeout(60)
class HangWatchTest {
    private static final Awaited BARRIER = where -> "barrier " + where;
    private static final int SECONDS_MASK = (1 << 22) - 1;

    private final NodeLayout layout = new NodeLayout(2, 0);
    private final MemorySegment control = Arena.ofAuto().allocate(layout.controlEnd(), 4096);
    private final EndingJob job = new EndingJob(3, 5);
    private final List<HangWatch> watches = new ArrayList<>();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream before = System.err;

    @BeforeEach
    void begin() {
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void end() {
        watches.forEach(HangWatch::end);
        System.setErr(before);
    }

    private HangWatch watch(int limitSeconds, EndingJob of) {
        watches.add(HangWatch.of(limitSeconds, of));
        return watches.getLast();
    }

    /** Whether a nap in a wait that has lasted for some seconds ends the job. */
    private boolean isTooLong(HangWatch watch, int seconds) {
        while (true) {
            control.fill((byte) 0);
            boolean hasEnded = false;
            final int now = watch.seconds();
            try {
                watch.slept(now - seconds & SECONDS_MASK, BARRIER, 7);
            } catch (EndingJob.EndedException e) {
                hasEnded = true;
            }
            if (watch.seconds() == now) {
                return hasEnded;
            }
        }
    }

    /** With other nodes it leaves the report to the network for half of the limit longer. */
    @ParameterizedTest
    @CsvSource({"true, 5", "false, 8"})
    void shouldEndAJobOneOfWhoseWaitsIsLongerThanTheLimit(boolean isAlone, int longestSeconds) {
        final HangWatch watch = watch(5, job);
        assertFalse(isTooLong(watch, 1000), "before all PEs have joined");
        watch.joined(control.address(), new int[] {3}, isAlone);
        assertFalse(isTooLong(watch, 0));
        assertFalse(isTooLong(watch, longestSeconds));
        assertFalse(job.end.isDone());
        assertTrue(isTooLong(watch, longestSeconds + 1));
        assertTrue(isTooLong(watch, SECONDS_MASK), "as long as can be told");
        assertEquals(
                "124: it waited for longer than SHMEM_TIMEOUT=5 seconds for barrier 7; what every PE was doing is"
                        + " above",
                job.end.getNow(""));
    }

    /** One PE of the node has all print what they do; others that wait for too long leave it to that one. */
    @Test
    void shouldHaveEachPeOfTheNodePrintWhatItDoes() {
        final EndingJob otherJob = new EndingJob(4, 5);
        final HangWatch watch = watch(5, job);
        final HangWatch other = watch(5, otherJob);
        for (HangWatch one : watches) {
            one.joined(control.address(), new int[] {3, 4}, true);
        }
        assertThrows(EndingJob.EndedException.class, () -> watch.slept(-6 & SECONDS_MASK, BARRIER, 7));
        final String text = printed.toString(StandardCharsets.UTF_8);
        final long pid = ProcessHandle.current().pid();
        final int first = text.indexOf("jshmem: PE 3, pid " + pid);
        assertTrue(first >= 0 && text.indexOf("jshmem: PE 4, pid " + pid) > first, text);
        assertTrue(text.contains("HangWatchTest.shouldHaveEachPeOfTheNodePrintWhatItDoes"), text);
        assertFalse(text.contains("does not answer"), text);
        other.slept(-6 & SECONDS_MASK, BARRIER, 7);
        assertFalse(otherJob.end.isDone());
        watch.slept(-6 & SECONDS_MASK, BARRIER, 7);
    }

    /** PE 4 answers when the last naps are long ago: of the thread that reports, and of one that waits for more. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldSayWhatThreadsWaitForNow() throws Exception {
        final HangWatch watch = watch(5, job);
        final HangWatch other = watch(5, new EndingJob(4, 5));
        watch.joined(control.address(), new int[] {4, 3}, true);
        final CountDownLatch hasNapped = new CountDownLatch(1);
        final CountDownLatch isOver = new CountDownLatch(1);
        final Thread next = waiting("next", watch, () -> {
            watch.slept(watch.seconds(), BARRIER, 1);
            hasNapped.countDown();
            await(isOver);
        });
        await(hasNapped);
        final Thread reporter = waiting(
                "reporter",
                watch,
                () -> assertThrows(EndingJob.EndedException.class, () -> watch.slept(-6 & SECONDS_MASK, BARRIER, 2)));
        Threads.sleep(1_200_000_000);
        other.joined(control.address(), new int[] {4, 3}, true);
        reporter.join();
        isOver.countDown();
        next.join();
        final String text = printed.toString(StandardCharsets.UTF_8);
        final String report = text.substring(text.indexOf("jshmem: PE 3, pid "));
        assertTrue(report.contains("\"reporter\" waits for barrier 2"), text);
        assertTrue(report.contains("\"next\" waits"), text);
        assertFalse(report.contains("barrier 1"), text);
    }

    /** Starts a thread that does something within a wait. */
    private Thread waiting(String name, HangWatch watch, Runnable what) {
        final Progress within = new Progress() {
            @Override
            public boolean poll() {
                what.run();
                return true;
            }

            @Override
            public void yields() {}

            @Override
            public void rest() {}
        };
        final WaitPoints waitPoints = new WaitPoints(control.address(), layout);
        final WaitStrategy waits = new WaitStrategy(
                waitPoints, waitPoints.of(1), WaitPolicy.of(true, watch).with(within));
        return Thread.ofPlatform().daemon().name(name).start(() -> waits.pause(0, BARRIER, 3));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void shouldWatchOnlyIfThereIsALimit() {
        assertNull(HangWatch.of(0, job));
        final List<Thread> earlier = threads();
        final HangWatch watch = HangWatch.of(1, job);
        final List<Thread> started = threads();
        started.removeAll(earlier);
        assertEquals(1, started.size());
        assertTrue(started.getFirst().isDaemon());
        watch.end();
        assertFalse(started.getFirst().isAlive());
    }

    private static List<Thread> threads() {
        final List<Thread> threads = new ArrayList<>(Thread.getAllStackTraces().keySet());
        threads.removeIf(thread -> !thread.getName().equals("jshmem-hang-watch"));
        return threads;
    }

    /** A platform thread and a virtual one, which parks. What they waited for before does not count. */
    @Test
    @Tag(QuickFilter.FULL)
    void shouldEndTheJobOfAThreadThatWaitsForEver() throws Exception {
        final EndingJob[] jobs = {new EndingJob(3, 5), new EndingJob(3, 5)};
        final MemorySegment[] controls = {control, Arena.ofAuto().allocate(layout.controlEnd(), 4096)};
        final List<WaitPoints> waitPoints = new ArrayList<>();
        final List<FutureTask<Integer>> waiters = new ArrayList<>();
        final int spare = VirtualThreadWaiters.SPARE_CARRIERS.drainPermits();
        try {
            for (int i = 0; i < 2; i++) {
                final HangWatch watch = watch(1, jobs[i]);
                watch.joined(controls[i].address(), new int[] {3}, true);
                waitPoints.add(new WaitPoints(controls[i].address(), layout));
                final WaitStrategy waits =
                        new WaitStrategy(waitPoints.get(i), waitPoints.get(i).of(1), WaitPolicy.of(true, watch));
                final Thread.Builder builder = i == 0 ? Thread.ofPlatform().daemon() : Thread.ofVirtual();
                waiters.add(new FutureTask<>(() -> waitForEver(waits, watch)));
                builder.name("jshmem test").start(waiters.get(i));
            }
            for (int i = 0; i < 2; i++) {
                assertTrue(waiters.get(i).get() > 1, "too early");
                final String end = jobs[i].end.getNow("");
                assertTrue(end.contains("124: it waited for longer than SHMEM_TIMEOUT=1 seconds for barrier 9;"), end);
            }
        } finally {
            VirtualThreadWaiters.SPARE_CARRIERS.release(spare);
            waitPoints.forEach(WaitPoints::end);
        }
        final String text = printed.toString(StandardCharsets.UTF_8);
        assertEquals(2, text.split("\"jshmem test\" waits for barrier 9", -1).length - 1, text);
    }

    /** Waits until the job ends; returns how many seconds that was. */
    private static int waitForEver(WaitStrategy waits, HangWatch watch) {
        while (watch.seconds() < 1) {
            Threads.sleep(10_000_000);
        }
        final int start = watch.seconds();
        long turn = 0;
        try {
            while (true) {
                turn = waits.pause(turn, BARRIER, 9);
            }
        } catch (EndingJob.EndedException e) {
            return watch.seconds() - start;
        }
    }
}
