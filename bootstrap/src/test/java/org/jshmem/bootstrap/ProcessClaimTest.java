package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.ShmemException;
import org.jshmem.posix.Libc;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(10)
class ProcessClaimTest {
    /** Vectors of FNV-1a. */
    @ParameterizedTest
    @CsvSource({"'', cbf29ce484222325", "a, af63dc4c8601ec8c", "foobar, 85944171f73967e8"})
    void shouldNameAClaimByItsHash(String told, String hash) {
        assertEquals("jshmem-pe-" + hash, ProcessClaim.name(told));
    }

    @Test
    void shouldGiveAPeToOneProcess() {
        final String told = "a job of process " + ProcessHandle.current().pid() + ", PE ";
        final long other = Libc.listenAbstract(ProcessClaim.name(told + 0), 1);
        try {
            assertDoesNotThrow(() -> ProcessClaim.take(told + 1, "JOB"));
            final var error = assertThrows(ShmemException.class, () -> ProcessClaim.take(told + 0, "JOB"));
            assertTrue(error.getMessage().contains("the PE that JOB speaks of"), error.getMessage());
        } finally {
            Libc.close((int) other);
        }
        ProcessClaim.take(told + 0, "JOB");
        assertEquals(-Libc.EADDRINUSE, Libc.listenAbstract(ProcessClaim.name(told + 0), 1));
    }

    /** It may call init again. */
    @Test
    void shouldKeepTheClaimOfAProcess() {
        final String told = "another job of process " + ProcessHandle.current().pid();
        ProcessClaim.take(told, "JOB");
        assertDoesNotThrow(() -> ProcessClaim.take(told, "JOB"));
    }
}
