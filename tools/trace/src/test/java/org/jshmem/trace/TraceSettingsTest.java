package org.jshmem.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.jshmem.ShmemException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
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

    /** Records of later starts are among those of the job, whose directory goes with the last of them. */
    @Test
    void shouldKeepAllRecordsOfAJobTogether(@TempDir Path directory) throws IOException {
        final TraceSettings first = new TraceSettings(directory.resolve("job"), 1, true);
        final TraceSettings second = first.ofRun(2);
        assertEquals(first, first.ofRun(1));
        assertEquals(new TraceSettings(directory.resolve("job.2"), directory.resolve("job.parts/2"), 1, true), second);
        assertEquals(first.file(), Parts.fileOf(first.parts()));
        assertEquals(second.file(), Parts.fileOf(second.parts()));
        assertEquals(directory.resolve("2.pftrace"), Parts.fileOf(directory.resolve("2")));

        Parts.make(second.parts());
        Parts.make(first.parts());
        Parts.remove(first.parts());
        assertTrue(Files.exists(second.parts()));
        Parts.remove(second.parts());
        assertFalse(Files.exists(first.parts()));
        Parts.make(second.parts());
        Files.createFile(first.parts().resolve("pe-0.names"));
        Parts.remove(second.parts());
        assertFalse(Files.exists(second.parts()));
        assertTrue(Files.exists(first.parts()));
        assertThrows(NoSuchFileException.class, () -> Parts.make(directory.resolve("none/job.parts")));
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
