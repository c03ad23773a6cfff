package org.jshmem.bootstrap;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.jshmem.ShmemException;
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
        ProcessClaim.take(told + 0, "JOB");
        assertDoesNotThrow(() -> ProcessClaim.take(told + 1, "JOB"));
        final var error = assertThrows(ShmemException.class, () -> ProcessClaim.take(told + 0, "JOB"));
        assertTrue(error.getMessage().contains("the PE that JOB speaks of"), error.getMessage());
    }
}
