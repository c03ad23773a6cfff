package org.jshmem.internal.waiting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jshmem.internal.config.Configuration;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class InitWatchTest {
    private static Configuration limit(int seconds) {
        return Configuration.of(Map.of("SHMEM_INIT_TIMEOUT", Integer.toString(seconds)), new Properties());
    }

    /** It is gone at several looks in a row, and one more if another PE is to report it. */
    @ParameterizedTest
    @CsvSource({"true, 4", "false, 5"})
    @Tag(QuickFilter.FULL)
    void shouldEndAJobOneOfWhosePesHasEnded(boolean isReporter, int looks) throws Exception {
        final EndingJob job = new EndingJob(0, 2, "PE 7", "", "PE 1");
        job.isReporter = isReporter;
        try (InitWatch _ = InitWatch.of(limit(0), job)) {
            assertEquals("1: PE 1 ended before init() was complete", job.end.get());
            assertEquals(looks, job.looks());
        }
    }

    /** PEs that know more may report it before. */
    @ParameterizedTest
    @CsvSource({"0, not there: PE 1, '; not there: PE 1'", "1, '', ''"})
    @Tag(QuickFilter.FULL)
    void shouldEndAJobWhosePesDoNotCallInit(int delaySeconds, String missing, String told) throws Exception {
        final long start = System.nanoTime();
        final EndingJob job = new EndingJob(0, 2);
        job.delaySeconds = delaySeconds;
        job.missing = missing;
        try (InitWatch _ = InitWatch.of(limit(1), job)) {
            assertEquals(
                    "124: it waited for longer than SHMEM_INIT_TIMEOUT=1 seconds for the other PEs to call init()"
                            + told,
                    job.end.get());
            assertTrue(System.nanoTime() - start >= TimeUnit.SECONDS.toNanos(1 + delaySeconds), "too early");
        }
    }

    @Test
    void shouldNotEndAJobAfterInit() throws Exception {
        final EndingJob job = new EndingJob(0, 2, "PE 1");
        final AtomicReference<InitWatch> watch = new AtomicReference<>();
        job.atLook = () -> {
            if (job.looks() == 2) {
                while (watch.get() == null) {
                    Thread.onSpinWait();
                }
                watch.get().close();
            }
        };
        watch.set(InitWatch.of(limit(0), job));
        while (job.watcher() == null) {
            Thread.sleep(10);
        }
        assertTrue(job.watcher().isDaemon());
        job.watcher().join();
        assertEquals(2, job.looks());
        assertFalse(job.end.isDone());
    }

    @Test
    void shouldNotWatchAJobOfOnePe() {
        assertNull(InitWatch.of(limit(1), new EndingJob(0, 1)));
    }
}
