package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class SourceFileTest {
    @TempDir
    private Path directory;

    private Path file(String name, String text) throws IOException {
        final Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /** With others of its tree and of its class path; the first class is the main class. */
    @Test
    void shouldCompileAFileOfAPackage() throws IOException {
        file("tree/a/b/Other.java", "package a.b; class Other {}");
        final Path file = file("tree/a/b/Main.java", "package a.b; class First extends Other {} class Second {}");
        final Path classes;
        try (SourceFile compiled = SourceFile.compile(file.toString(), List.of(StandIns.classes()))) {
            classes = compiled.classes();
            assertEquals("a.b.First", compiled.mainClass());
            for (String name : List.of("First", "Second", "Other")) {
                assertTrue(Files.exists(classes.resolve("a/b/" + name + ".class")), name);
            }
            final LaunchOptions options = new CommandLineParser(Map.of())
                    .parse("-np", "1", file.toString(), "y")
                    .withProgram(compiled, List.of(directory));
            assertEquals(List.of("a.b.First", "y"), options.program());
            assertEquals(classes + ":" + directory, options.classPath());
        }
        assertFalse(Files.exists(classes));
    }

    @Test
    void shouldSayWhatIsNoProgram() throws IOException {
        final Path empty = file("Empty.java", "// nothing");
        assertRefused(empty, " has no class");
        final Path elsewhere = file("c/Main.java", "package b.c; class Main {}");
        assertRefused(elsewhere, " is of the package b.c, and not in a directory of that name; move it");
    }

    private static void assertRefused(Path file, String reason) {
        final var error = assertThrows(UsageException.class, () -> SourceFile.compile(file.toString(), List.of()));
        assertTrue(error.getMessage().startsWith(file + reason), error.getMessage());
    }
}
