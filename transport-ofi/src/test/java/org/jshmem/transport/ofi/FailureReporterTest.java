package org.jshmem.transport.ofi;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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
}
