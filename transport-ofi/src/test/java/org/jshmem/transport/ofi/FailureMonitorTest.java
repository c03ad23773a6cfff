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
import org.jshmem.transport.ofi.failure.FailureMonitor;
import org.junit.jupiter.api.Test;

class FailureMonitorTest {
    private final LoneJob job = new LoneJob(2);

    private FailureMonitor monitor(int silenceSeconds) {
        return new FailureMonitor(job, null, "tcp", silenceSeconds);
    }

    @Test
    void shouldEndTheJobForFailuresBeforeShutdownOnly() {
        final List<Consumer<FailureMonitor>> failures = List.of(
                monitor -> monitor.fail("put", 1, "refused"),
                monitor -> monitor.fail("a poll", -1, "refused"),
                monitor -> monitor.failNeighbour(1),
                monitor -> monitor.failSilent("put", 1),
                monitor -> monitor.failSilent("put", -1));
        for (Consumer<FailureMonitor> failure : failures) {
            final FailureMonitor monitor = monitor(60);
            final String message = assertThrows(AssertionError.class, () -> failure.accept(monitor))
                    .getMessage();
            assertFalse(message.isEmpty());
            monitor.ending();
            assertDoesNotThrow(() -> failure.accept(monitor), message);
        }
    }

    @Test
    void shouldNameOperationPeAndText() {
        final FailureMonitor monitor = monitor(60);
        assertEquals(
                "put with PE 1 failed on the network (tcp): refused",
                assertThrows(AssertionError.class, () -> monitor.fail("put", 1, "refused"))
                        .getMessage());
        assertEquals(
                "a poll failed on the network (tcp): refused",
                assertThrows(AssertionError.class, () -> monitor.fail("a poll", -1, "refused"))
                        .getMessage());
    }

    /** The limit would be a minute. */
    @Test
    void shouldNotWatchWhenTheLastExchangeIsOver() throws InterruptedException {
        final Thread watch;
        try (Deadline _ = new Deadline(monitor(60))) {
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
