package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

    /** In user mode and in the kernel, as the kernel tells it before and after. */
    @Test
    void shouldAddTheTimeInTheKernel() throws Exception {
        try (CpuTime cpu = new CpuTime()) {
            final long before = told();
            final long used = cpu.usedNs();
            assertTrue(before <= used && used <= told(), before + " " + used);
        }
    }

    private static long told() throws IOException {
        final String[] words = Files.readString(Path.of("/proc/self/stat"))
                .replaceFirst(".*\\) ", "")
                .split(" ");
        return (Long.parseLong(words[11]) + Long.parseLong(words[12])) * TICK_NS;
    }
}
