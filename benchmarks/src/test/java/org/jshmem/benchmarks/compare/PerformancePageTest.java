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
class PerformancePageTest {
    @TempDir
    private Path directory;

    @Test
    void shouldReplaceOnlyThePartBetweenTheMarks() throws IOException {
        Path page = page("before\n<!-- measured:begin -->\nold\n<!-- measured:end -->\nafter\n");

        PerformancePage.refresh(page, "measured", "new\n");

        assertEquals("before\n<!-- measured:begin -->\nnew\n<!-- measured:end -->\nafter\n", Files.readString(page));
    }

    @Test
    void shouldLeaveOtherPartsAlone() throws IOException {
        Path page = page(
                "<!-- measured:begin -->\nold\n<!-- measured:end -->\n<!-- fabric:begin -->\n<!-- fabric:end -->\n");

        PerformancePage.refresh(page, "fabric", "new\n");

        assertEquals(
                "<!-- measured:begin -->\n"
                        + "old\n"
                        + "<!-- measured:end -->\n"
                        + "<!-- fabric:begin -->\n"
                        + "new\n"
                        + "<!-- fabric:end -->\n",
                Files.readString(page));
    }

    @Test
    void shouldRefuseAPageWithoutMarks() throws IOException {
        Path page = page("nothing here\n");

        assertThrows(IOException.class, () -> PerformancePage.refresh(page, "measured", "new\n"));
    }

    private Path page(String text) throws IOException {
        return Files.writeString(directory.resolve("performance.md"), text);
    }
}
