package org.jshmem.system;

import java.nio.file.Path;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program that looks again and again, and never waits, sees what others do; whoever makes progress. */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(120)
class LookTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"off, calls", "off, auto", "cma, auto", "auto, auto"})
    void shouldSeeWhatOthersDo(String shared, String progress) throws Exception {
        final String classes = Path.of("target/test-classes").toAbsolutePath().toString();
        System.out.print(Command.run(
                directory,
                0,
                "-np",
                "2",
                "-x",
                "SHMEM_SHR=" + shared,
                "-x",
                "SHMEM_PROGRESS=" + progress,
                "-x",
                "SHMEM_TIMEOUT=40",
                "-cp",
                classes,
                Look.class.getName()));
    }
}
