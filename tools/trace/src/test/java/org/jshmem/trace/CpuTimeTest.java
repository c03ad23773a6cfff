package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CpuTimeTest {
    private static final long TICK_NS = 10_000_000;

    /** The JVM asks the kernel in another way. */
    @Test
    void shouldGrowWithTheWork() throws Exception {
        try (CpuTime cpu = new CpuTime()) {
            final long before = cpu.usedNs();
            final Duration own =
                    ProcessHandle.current().info().totalCpuDuration().orElseThrow();
            assertTrue(Math.abs(own.toNanos() - before) <= 20 * TICK_NS, own + " " + before);
            while (cpu.usedNs() < before + 5 * TICK_NS) {
                Thread.onSpinWait();
            }
        }
    }
}
