package org.jshmem.internal.waiting;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ThreadsTest {
    private static final long WAIT_NS = TimeUnit.MILLISECONDS.toNanos(500);

    /** A park of a thread that has been interrupted returns at once, so that a loop of parks would take a whole CPU. */
    @Test
    void shouldSleepThoughInterrupted() throws IOException {
        final long cpuBefore = cpuNs();
        final long before = System.nanoTime();
        Thread.currentThread().interrupt();
        Threads.sleep(WAIT_NS);
        assertTrue(System.nanoTime() - before >= WAIT_NS, "has not waited");
        assertTrue(Thread.interrupted(), "the interrupt is the caller's");
        final long cpuNs = cpuNs() - cpuBefore;
        assertTrue(cpuNs < WAIT_NS / 2, cpuNs + " ns of CPU");
    }

    @Test
    void shouldJoinThoughInterrupted() {
        final Thread other = Thread.ofPlatform().daemon().start(() -> Threads.sleep(WAIT_NS / 10));
        Thread.currentThread().interrupt();
        Threads.join(other);
        assertFalse(other.isAlive());
        assertTrue(Thread.interrupted(), "the interrupt is the caller's");
    }

    @Test
    void shouldInterruptNobodyWhoWasNotInterrupted() {
        final Thread other = Thread.ofPlatform().daemon().start(() -> Threads.sleep(1));
        Threads.join(other);
        Threads.join(new Thread());
        Threads.sleep(1);
        assertFalse(Thread.interrupted());
    }

    /** The time that this thread has had on a CPU. */
    private static long cpuNs() throws IOException {
        return Long.parseLong(
                Files.readString(Path.of("/proc/thread-self/schedstat")).split(" ", -1)[0]);
    }
}
