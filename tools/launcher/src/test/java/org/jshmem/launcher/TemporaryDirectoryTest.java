package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class TemporaryDirectoryTest {
    @Test
    void shouldDeleteAllThatIsInIt() throws Exception {
        final Path made = TemporaryDirectory.make("tests");
        assertTrue(made.getFileName().toString().startsWith("shmemrun"), made.toString());
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(made)));
        Files.createFile(Files.createDirectories(made.resolve("a/b")).resolve("c"));
        TemporaryDirectory.delete(made);
        assertFalse(Files.exists(made));
        TemporaryDirectory.delete(made); // which is no error
    }
}
