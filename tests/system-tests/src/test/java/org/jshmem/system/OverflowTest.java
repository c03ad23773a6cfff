package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jshmem.testing.Draw;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A stack that overflows within a call of the library ends neither in a hang nor in a call that does something else.
 */
@Tag(Draw.DRAWN)
@Tag(QuickFilter.FULL)
@Timeout(180)
class OverflowTest {
    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "auto, p put iput get iget atomicFetchAdd quiet",
        "auto, sendFew sendSlots sendCopy",
        "cma, p put putLarge iput g get getLarge iget atomicFetchAdd atomicAdd quiet",
    })
    void shouldGoOnOnANode(String shared, String operations) throws Exception {
        final String output = Command.run(directory, 0, arguments(shared, "warm", operations));
        assertTrue(output.contains("PE 0 is whole") && output.contains("PE 1 is whole"), output);
    }

    /** Where it is not known what the error has left under way, or a class could not be initialised, the job ends. */
    @ParameterizedTest
    @CsvSource({
        "off, warm, p put iput atomicAdd",
        "off, warm, putLarge",
        "off, warm, putNbi quiet",
        "off, warm, g get",
        "off, warm, getLarge",
        "off, warm, iget",
        "off, warm, atomicFetchAdd",
        "off, cold, put",
        "off, cold, atomicFetchAdd",
        "cma, cold, put",
    })
    void shouldGoOnOrEndWithTheReason(String shared, String state, String operations) throws Exception {
        final String output = Command.runAnyway(directory, arguments(shared, state, operations));
        assertTrue(
                output.contains("PE 0 is whole") && output.contains("PE 1 is whole")
                        || output.contains("StackOverflowError"),
                output);
    }

    private static String[] arguments(String shared, String state, String operations) {
        final String classes = Path.of("target/test-classes").toAbsolutePath().toString();
        final List<String> all = new ArrayList<>(List.of("-np", "2", "-x", "SHMEM_SHR=" + shared, "-cp", classes));
        all.addAll(List.of(Overflow.class.getName(), state));
        all.addAll(List.of(operations.split(" ")));
        return all.toArray(new String[0]);
    }
}
