package org.jshmem.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jshmem.benchmarks.Measurement;
import org.jshmem.benchmarks.MultiPeBenchmark;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The Java side, as a job of one PE. */
@Tag(QuickFilter.FULL)
@Timeout(120)
class MeasurerTest {
    @TempDir
    private Path directory;

    @Test
    void shouldMeasureWhatItIsAskedFor() throws IOException {
        try (var program = new Measurer(benchmark(), directory)) {
            assertEquals(List.of("barrier_all|1"), program.points());
            assertEquals(5, program.measure("barrier_all|1").size());
            List<Measurement> again = program.measure("barrier_all|1");
            assertTrue(
                    again.stream().allMatch(m -> m.operation().equals("barrier_all") && m.medianNs() > 0),
                    again::toString);
            program.end();
        }
    }

    @Test
    void shouldSayWhenAProgramFails() {
        assertThrows(IllegalStateException.class, () -> new Measurer(List.of("sh", "-c", "exit 3"), directory).close());
        assertThrows(IOException.class, () -> new Measurer(List.of("sh", "-c", "exit 0"), directory).close());
    }

    /** The limit is that of each answer. */
    @Test
    void shouldEndWhatTakesTooLong() throws IOException {
        final String slow = "echo x; echo ready; while read -r line; do sleep 1; echo ready; done; exec sleep 100";
        try (var program = new Measurer(List.of("bash", "-c", slow), directory, Duration.ofSeconds(3))) {
            for (int i = 0; i < 4; i++) {
                program.measure("x");
            }
            assertThrows(IllegalStateException.class, program::end);
        }
    }

    private static List<String> benchmark() {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                MultiPeBenchmark.class.getName(),
                "--lines",
                "--on-request",
                "--slice-ms=1",
                "--collectives",
                "--only=^barrier_all$");
    }
}
