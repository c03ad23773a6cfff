package org.jshmem.transport.ofi.failure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jshmem.testing.QuickFilter;
import org.jshmem.transport.ofi.LoneJob;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The last exchange of shutdown, with a limit of a second. */
@Timeout(20)
class DeadlineTest {
    private final CompletableFuture<String> said = new CompletableFuture<>();
    private final FailureReporter failures = new FailureReporter(
            new LoneJob(2) {
                @Override
                public void abort(int status, String message) {
                    said.complete(status + " " + message);
                    super.abort(status, message);
                }
            },
            null,
            "tcp",
            1);

    @Test
    @Tag(QuickFilter.FULL)
    void shouldEndThePeWhenItHasPassed() throws Exception {
        try (Deadline _ = new Deadline(failures)) {
            assertEquals(
                    "1 the last exchange of shutdown(), by the launcher, has not ended within 1 seconds"
                            + " (SHMEM_TIMEOUT): another PE, or the way to the launcher, is gone",
                    said.get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    @Tag(QuickFilter.FULL)
    void shouldBeSilentOnceTheExchangeHasEnded() throws InterruptedException {
        new Deadline(failures).close();
        Thread.sleep(1300);
        assertFalse(said.isDone());
    }
}
