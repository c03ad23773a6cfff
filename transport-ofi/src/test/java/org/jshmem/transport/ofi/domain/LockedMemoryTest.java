package org.jshmem.transport.ofi.domain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LockedMemoryTest {
    /** As a shell does, in KiB. */
    @Test
    void shouldTellTheLimitOfThisProcess() throws Exception {
        final Process shell = new ProcessBuilder("bash", "-c", "ulimit -l").start();
        final String limit = new String(shell.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        assertEquals(0, shell.waitFor());
        final String told = LockedMemory.limit();
        if (limit.equals("unlimited")) {
            assertEquals(limit, told);
        } else {
            assertTrue(told.matches("\\d+ bytes now"), told);
            assertEquals(Long.parseLong(limit), Long.parseLong(told.replaceAll("\\D", "")) / 1024);
        }
    }
}
