package org.jshmem.tck.c;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class CallFileTest {
    @TempDir
    private Path directory;

    private List<String> read(String ring, int most) throws Exception {
        final Path file = CallFile.of(directory, "put:Longs", 3);
        Files.writeString(file, ring);
        return CallFile.read(file, most);
    }

    @Test
    void shouldReadAFileThatIsNotFull() throws Exception {
        assertEquals(List.of("a();", "b();"), read("\na();\nb();" + CallFile.NEWEST + "\0\0\0", 9));
    }

    @Test
    void shouldBeginBehindTheNewest() throws Exception {
        assertEquals(List.of("b();", "c();", "d();"), read("\nc();\nd();" + CallFile.NEWEST + "\nb();\0\0", 9));
        assertEquals(List.of("d();"), read("\nc();\nd();" + CallFile.NEWEST + "\nb();\0\0", 1));
    }

    @Test
    void shouldFindTheFilesOfAllPes() throws Exception {
        for (int pe = 0; pe < 2; pe++) {
            Files.writeString(CallFile.of(directory, "put:Longs", pe), "");
            Files.writeString(CallFile.of(directory, "put:LongsAndMore", pe), "");
        }
        assertEquals(
                List.of(CallFile.of(directory, "put:Longs", 0), CallFile.of(directory, "put:Longs", 1)),
                CallFile.of(directory, "put:Longs"));
    }

    @Test
    void shouldFindWhatIsMissing() throws Exception {
        Files.writeString(CallFile.of(directory, "put:Longs", 0), "\na();\nb();" + CallFile.NEWEST);
        assertEquals("", CallFile.missing(directory, "put:Longs"));
        Files.writeString(
                CallFile.of(directory, "put:Longs", 1),
                "\na();\n" + CallFile.missing("shmem_b") + "\nc();" + CallFile.NEWEST);
        assertEquals("shmem_b", CallFile.missing(directory, "put:Longs"));
    }
}
