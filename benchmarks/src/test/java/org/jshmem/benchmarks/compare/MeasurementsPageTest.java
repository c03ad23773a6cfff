package org.jshmem.benchmarks.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(10)
class MeasurementsPageTest {
    @TempDir
    private Path directory;

    @Test
    void shouldReplaceOnlyTheSectionOfTheMachine() throws IOException {
        final Path page = page("# P\n\n<!-- A, 2 CPUs:begin -->\nold\n<!-- A, 2 CPUs:end -->\n\n"
                + "<!-- B, 2 CPUs:begin -->\nother\n<!-- B, 2 CPUs:end -->\n");

        new MeasurementsPage(page).put("A, 2 CPUs", "new\n");

        assertEquals(
                "# P\n\n<!-- A, 2 CPUs:begin -->\nnew\n<!-- A, 2 CPUs:end -->\n\n"
                        + "<!-- B, 2 CPUs:begin -->\nother\n<!-- B, 2 CPUs:end -->\n",
                Files.readString(page));
    }

    @Test
    void shouldAddASectionForANewMachine() throws IOException {
        final Path page = page("# P\n\ntext\n");

        new MeasurementsPage(page).put("A, 2 CPUs", "new\n");

        assertEquals(
                "# P\n\ntext\n\n## A, 2 CPUs\n\n<!-- A, 2 CPUs:begin -->\nnew\n<!-- A, 2 CPUs:end -->\n",
                Files.readString(page));
    }

    @Test
    void shouldRefuseASectionWithoutEnd() throws IOException {
        final Path page = page("<!-- A:begin -->\nold\n");

        assertThrows(IOException.class, () -> new MeasurementsPage(page).put("A", "new\n"));
    }

    @Test
    void shouldLeaveOutTargets() {
        assertEquals(
                "text\n\n| a | b | c |\n|---|---:|---|\n| 1 | 2 | 4 |\n\n| d | e |\n|---|---|\n|  | x |\n",
                MeasurementsPage.withoutTargets("text\n\n| a | b | bar |  | c |\n|---|---:|---:|---|---|\n"
                        + "| 1 | 2 | ≤ 3 | met | 4 |\n\n| d | bar | | e |\n|---|---|---|---|\n|  | 1 | met | x |\n"));
    }

    private Path page(String text) throws IOException {
        return Files.writeString(directory.resolve("measurements.md"), text);
    }
}
