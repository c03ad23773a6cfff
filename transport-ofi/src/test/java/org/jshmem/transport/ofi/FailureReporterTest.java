package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jshmem.libfabric.Fi;
import org.jshmem.libfabric.Libfabric;
import org.jshmem.spi.RuntimeEvents;
import org.jshmem.spi.RuntimeListener;
import org.jshmem.testing.Requirement;
import org.jshmem.transport.ofi.failure.Deadline;
import org.jshmem.transport.ofi.failure.FailureReporter;
import org.junit.jupiter.api.Test;

class FailureReporterTest {
    private final LoneJob job = new LoneJob(2);

    private FailureReporter reporter(int silenceSeconds) {
        return new FailureReporter(job, null, "tcp", silenceSeconds);
    }

    @Test
    void shouldEndTheJobForFailuresBeforeShutdownOnly() {
        final List<Consumer<FailureReporter>> failures = List.of(
                reporter -> reporter.fail("put", 1, "refused"),
                reporter -> reporter.fail("a poll", -1, "refused"),
                reporter -> reporter.failNeighbour(1),
                reporter -> reporter.failSilent("put", 1),
                reporter -> reporter.failSilent("put", -1));
        for (Consumer<FailureReporter> failure : failures) {
            final FailureReporter reporter = reporter(60);
            final String message = assertThrows(AssertionError.class, () -> failure.accept(reporter))
                    .getMessage();
            assertFalse(message.isEmpty());
            reporter.ending();
            assertDoesNotThrow(() -> failure.accept(reporter), message);
        }
    }

    @Test
    void shouldNameOperationPeAndText() {
        final FailureReporter reporter = reporter(60);
        assertEquals(
                "put with PE 1 failed on the network (tcp): refused",
                assertThrows(AssertionError.class, () -> reporter.fail("put", 1, "refused"))
                        .getMessage());
        assertEquals(
                "a poll failed on the network (tcp): refused",
                assertThrows(AssertionError.class, () -> reporter.fail("a poll", -1, "refused"))
                        .getMessage());
    }

    /** The limit would be a minute. */
    @Test
    void shouldNotWatchWhenTheLastExchangeIsOver() throws InterruptedException {
        final Thread watch;
        try (Deadline _ = new Deadline(reporter(60))) {
            watch = watch();
            assertTrue(watch.isAlive());
        }
        watch.join(TimeUnit.SECONDS.toMillis(20));
        assertFalse(watch.isAlive());
    }

    private static Thread watch() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("jshmem-deadline"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldNameTheErrorOfANumber() {
        Requirement.NETWORK.need();
        final FailureReporter reporter = new FailureReporter(job, Libfabric.get(), "tcp", 60);
        final String text = Libfabric.get().strerror(Fi.ENOMEM);
        assertEquals(
                "put with PE 0 failed on the network (tcp): " + text + " (-12)",
                assertThrows(AssertionError.class, () -> reporter.fail("put", 0, -12L))
                        .getMessage());
        assertEquals(
                "fi_cq_read failed on the network (tcp): " + text + " (-12)",
                assertThrows(AssertionError.class, () -> reporter.fail("fi_cq_read", -1, -12L))
                        .getMessage());
    }

    @Test
    void shouldNameTheLimitOfSilence() {
        final FailureReporter reporter = reporter(7);
        final String start = "the network (tcp) has been silent for 7 seconds (SHMEM_TIMEOUT), while this PE waited"
                + " for a message";
        assertEquals(
                start + " with PE 0",
                assertThrows(AssertionError.class, () -> reporter.failSilent("a message", 0))
                        .getMessage());
        assertEquals(
                start,
                assertThrows(AssertionError.class, () -> reporter.failSilent("a message", -1))
                        .getMessage());
        assertEquals(7_000_000_000L, reporter.limitNs());
        assertEquals(40_000_000_000L * 100, reporter(4000).limitNs());
    }

    @Test
    void shouldEndEachFailureWithTheStatusOfOne() {
        final List<Integer> statuses = new ArrayList<>();
        final FailureReporter reporter = new FailureReporter(
                new LoneJob(2) {
                    @Override
                    public void abort(int status, String message) {
                        statuses.add(status);
                        super.abort(status, message);
                    }
                },
                null,
                "tcp",
                1);
        assertThrows(AssertionError.class, () -> reporter.fail("put", 1, "refused"));
        assertThrows(AssertionError.class, () -> reporter.failNeighbour(1));
        assertThrows(AssertionError.class, () -> reporter.failSilent("put", 1));
        assertThrows(AssertionError.class, reporter::failBarrier);
        reporter.brokenBy = new StackOverflowError();
        assertThrows(AssertionError.class, reporter::failIfBroken);
        assertEquals(List.of(1, 1, 1, 1, 1), statuses);
    }

    @Test
    void shouldSayWhatHasStruck() {
        final FailureReporter reporter = reporter(60);
        assertDoesNotThrow(reporter::failIfBroken);
        reporter.brokenBy = new OutOfMemoryError("heap");
        assertEquals(
                "a java.lang.OutOfMemoryError: heap has struck in the middle of an operation on the network (tcp), and"
                        + " it is not known what became of that; no later operation could be relied on. The library"
                        + " needs some stack and memory to work: raise -Xss or -Xmx, or recurse less deeply",
                assertThrows(AssertionError.class, reporter::failIfBroken).getMessage());
    }

    /** What was heard is of the time of a poll, and the clock runs on. */
    @Test
    void shouldHaveHeardNothingAtFirst() {
        final FailureReporter reporter = reporter(60);
        final long start = reporter.startNs();
        assertEquals(start, reporter.heardNs());
        final long later = reporter.nowNs();
        assertTrue(later - start >= 0);
        reporter.heard();
        final long heard = reporter.heardNs();
        assertTrue(heard - later >= 0 && reporter.nowNs() - heard >= 0);
        assertEquals(heard, reporter.heardNs());
        assertEquals(start, reporter.startNs());
    }

    @Test
    void shouldTellToolsOfASlowNetworkBeforeShutdownOnly() {
        final List<String> problems = new ArrayList<>();
        RuntimeEvents.ALL.listen(new RuntimeListener() {
            @Override
            public void problem(String text) {
                if (text.contains("(slow provider)")) {
                    problems.add(text);
                }
            }
        });
        final FailureReporter reporter = new FailureReporter(job, null, "slow provider", 60);
        reporter.slow(1);
        reporter.ending();
        reporter.slow(1);
        assertEquals(
                List.of("the network (slow provider) is slow: a read of 8 bytes from PE 1 takes more than a second"),
                problems);
    }
}
