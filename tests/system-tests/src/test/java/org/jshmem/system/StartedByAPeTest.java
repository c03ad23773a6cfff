package org.jshmem.system;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.jshmem.testing.QuickFilter;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program of the library that a PE of {@code shmemrun} starts with plain {@code java}: it inherits the PE's
 * environment.
 */
@Tag(QuickFilter.FULL)
@Timeout(120)
class StartedByAPeTest {
    @TempDir
    private Path directory;

    @Test
    void shouldBeToldThatItIsNoPe() throws Exception {
        final String output = run("child");
        assertTrue(
                output.contains("this program is not a PE: a PE of shmemrun has started it, and it has inherited"
                        + " JSHMEM_CONTROL; set SHMEM_BOOTSTRAP=single for a job of its own"),
                output);
        assertFalse(output.contains("turned away"), output);
        assertEquals(2, output.lines().filter("fine"::equals).count(), output);
    }

    @Test
    void shouldBeAJobOfItsOwnIfItIsToldSo() throws Exception {
        assertEquals(List.of("fine", "fine", "fine"), run("childAlone").lines().toList());
    }

    private String run(String how) throws Exception {
        final String classes = Path.of("target/test-classes").toAbsolutePath().toString();
        return Command.run(directory, 0, "-np", "2", "-cp", classes, Ends.class.getName(), how);
    }
}
