package org.jshmem.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AvailableMemoryTest {
    @TempDir
    private Path root;

    @Test
    void shouldTakeTheTightestGroupAroundTheProcess() throws IOException {
        limit("", "max", "5");
        limit("slurm", "1000", "100");
        limit("slurm/step", "max", "7");
        limit("other", "1", "1");
        assertEquals(900, AvailableMemory.groups(root, named("1:name=systemd:/other\n0::/slurm/step\n")));
        limit("slurm/step", "500", "7");
        assertEquals(493, AvailableMemory.groups(root, named("0::/slurm/step\n")));
    }

    @Test
    void shouldLookAtTheRootOfANamespace() throws IOException {
        limit("", "300", "100");
        assertEquals(200, AvailableMemory.groups(root, named("0::/\n")));
        assertEquals(200, AvailableMemory.groups(root, root.resolve("absent")));
        assertEquals(200, AvailableMemory.groups(root, named("0::/../outside\n")));
    }

    @Test
    void shouldKnowNoLimitWithoutFiles() throws IOException {
        assertEquals(Long.MAX_VALUE, AvailableMemory.groups(root, named("0::/absent\n")));
        assertTrue(AvailableMemory.bytes() > 0);
    }

    private Path named(String content) throws IOException {
        return Files.writeString(root.resolve("own"), content);
    }

    private void limit(String group, String max, String current) throws IOException {
        final Path directory = Files.createDirectories(root.resolve(group));
        Files.writeString(directory.resolve("memory.max"), max + "\n");
        Files.writeString(directory.resolve("memory.current"), current + "\n");
    }
}
