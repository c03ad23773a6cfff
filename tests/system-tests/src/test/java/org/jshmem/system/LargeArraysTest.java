package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No index and no stride is cut to an {@code int}, nor are bytes of that many elements. */
@Tag(QuickFilter.FULL)
@Tag(Draw.DRAWN)
@Timeout(120)
class LargeArraysTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"auto", "cma", "off"})
    void shouldReachAllElements(String shared) throws Exception {
        final String output = Command.run(
                directory,
                0,
                "-np",
                "2",
                "-x",
                "SHMEM_SHR=" + shared,
                "-x",
                "SHMEM_SYMMETRIC_SIZE=300g",
                "-J-Dorg.jshmem.heap.sparse=true",
                "-J-XX:TieredStopAtLevel=1",
                "-cp",
                Path.of("target/test-classes").toAbsolutePath().toString(),
                LargeArrays.class.getName());
        for (int pe = 0; pe < 2; pe++) {
            final Matcher said =
                    Pattern.compile("PE " + pe + ": (\\d+) forms, 0 wrong").matcher(output);
            assertTrue(said.find() && Integer.parseInt(said.group(1)) > 300, output);
        }
    }
}
