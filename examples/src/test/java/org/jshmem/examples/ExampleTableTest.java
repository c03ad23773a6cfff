package org.jshmem.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table from which {@code shmemrun} knows the examples. */
class ExampleTableTest {
    @Test
    void shouldNameAMainClassAndADescriptionForEach() throws Exception {
        final Properties table = table();
        for (final String name : table.stringPropertyNames()) {
            final List<String> parts = List.of(table.getProperty(name).split("\\|", -1));
            assertEquals(2, parts.size(), name);
            assertNotNull(Class.forName(parts.getFirst()).getMethod("main", String[].class), name);
            assertTrue(parts.getLast().length() > 10, name);
        }
    }

    @Test
    void shouldHoldEveryExample() throws IOException {
        final Set<String> listed = new TreeSet<>();
        table().values().forEach(value -> listed.add(value.toString().replaceFirst(".*\\.(\\w+)\\|.*", "$1.java")));
        final Set<String> written = new TreeSet<>();
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java/org/jshmem/examples"))) {
            sources.filter(ExampleTableTest::isProgram)
                    .map(source -> source.getFileName().toString())
                    .forEach(written::add);
        }

        assertEquals(written, listed);
    }

    private static boolean isProgram(Path source) {
        try {
            return Files.isRegularFile(source) && Files.readString(source).contains("public static void main(");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Properties table() throws IOException {
        final Properties table = new Properties();
        try (InputStream in = Hello.class.getResourceAsStream("/META-INF/jshmem/examples.properties")) {
            table.load(new java.io.InputStreamReader(in, StandardCharsets.UTF_8));
        }
        return table;
    }
}
