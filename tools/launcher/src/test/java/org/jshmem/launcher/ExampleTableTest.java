package org.jshmem.launcher;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(10)
class ExampleTableTest {
    @TempDir
    private Path directory;

    private Path jar(String entry, String text) throws IOException {
        final Path jar = directory.resolve("examples.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry(entry));
            zip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    private static String printed(ExampleTable table) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        table.print(new PrintStream(out, true, StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldListExamplesByName() throws IOException {
        final ExampleTable table = ExampleTable.read(jar(
                "META-INF/jshmem/examples.properties", "ring= a.Ring | sends | on\nhello=a.Hello\nafter=a.After|é\n"));
        assertEquals("a.Ring", table.mainClass("ring"));
        assertEquals("a.Hello", table.mainClass("hello"));
        assertNull(table.mainClass("none"));
        assertEquals("after, hello, ring", table.names());
        assertEquals(
                "after                é\nhello                \nring                 sends | on\n", printed(table));
    }

    /** None where there is no jar, or no table in it. */
    @Test
    void shouldBeEmptyWhereThereAreNoExamples() throws IOException {
        for (Path jar : new Path[] {null, directory.resolve("none.jar"), directory, jar("other", "")}) {
            final ExampleTable table = ExampleTable.read(jar);
            assertEquals("none", table.names());
            assertNull(table.mainClass("ring"));
            assertEquals("There are no examples in this distribution.\n", printed(table));
        }
    }

    @Test
    void shouldSayThatTheJarIsNone() throws IOException {
        final Path text = Files.writeString(directory.resolve("text.jar"), "no jar");
        final var error = assertThrows(UsageException.class, () -> ExampleTable.read(text));
        assertTrue(error.getMessage().startsWith("examples=" + text + " cannot be read ("), error.getMessage());
    }
}
