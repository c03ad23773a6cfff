package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import org.jshmem.ShmemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class TraceSettingsTest {
    @ParameterizedTest
    @CsvSource({"65536, 65536", "64k, 65536", "16M, 16777216", "1g, 1073741824"})
    void shouldReadSizes(String text, long bytes) {
        assertEquals(bytes, TraceSettings.bytes(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1K", "2G", "5G", "M", "-64K", "1.5M", "64 K", "99999999999M", "65535"})
    void shouldRefuseOtherSizes(String text) {
        final ShmemException refused = assertThrows(ShmemException.class, () -> TraceSettings.bytes(text));
        assertEquals(
                "SHMEM_TRACE_BUFFER=" + text + " must be a number of bytes from 64K to 1G, such as 16M",
                refused.getMessage());
    }

    @ParameterizedTest
    @CsvSource({"true, true", "1, true", "false, false", "0, false"})
    void shouldReadSettingsOfTheProcess(String all, boolean recordsAll) {
        System.setProperty("jshmem.trace", "/x/job");
        System.setProperty("jshmem.trace.all", all);
        try {
            final TraceSettings settings = TraceSettings.ofProcess();
            assertEquals(new TraceSettings(Path.of("/x/job"), 8 << 20, recordsAll), settings);
            assertEquals(Path.of("/x/job.parts"), settings.parts());
        } finally {
            System.clearProperty("jshmem.trace");
            System.clearProperty("jshmem.trace.all");
        }
    }

    @Test
    void shouldHaveDefaults() {
        System.setProperty("jshmem.trace", " ");
        System.setProperty("jshmem.trace.all", "");
        System.setProperty("jshmem.trace.buffer", " 128K ");
        try {
            assertEquals(
                    new TraceSettings(Path.of("job.pftrace").toAbsolutePath(), 128 << 10, false),
                    TraceSettings.ofProcess());
            System.setProperty("jshmem.trace.all", "yes");
            assertEquals(
                    "SHMEM_TRACE_ALL=yes must be true or false",
                    assertThrows(ShmemException.class, TraceSettings::ofProcess).getMessage());
        } finally {
            System.clearProperty("jshmem.trace");
            System.clearProperty("jshmem.trace.all");
            System.clearProperty("jshmem.trace.buffer");
        }
    }
}
