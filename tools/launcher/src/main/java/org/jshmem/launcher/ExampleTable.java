package org.jshmem.launcher;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The examples that can be run by name, as the examples jar lists them: {@code name=class|one line description}. */
final class ExampleTable {
    private static final String ENTRY = "META-INF/jshmem/examples.properties";

    private final Map<String, Example> examples;

    private record Example(String mainClass, String description) {}

    private ExampleTable(Map<String, Example> examples) {
        this.examples = examples;
    }

    /** Reads the table; a jar that is null, is absent or has no table gives an empty one. */
    static ExampleTable read(Path jar) {
        if (jar == null || !Files.isRegularFile(jar)) {
            return new ExampleTable(Collections.emptyMap());
        }
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            final ZipEntry entry = zip.getEntry(ENTRY);
            if (entry == null) {
                return new ExampleTable(Collections.emptyMap());
            }
            try (InputStream in = zip.getInputStream(entry)) {
                return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UsageException("examples=" + jar + " cannot be read (" + e + "); build it again by mvn package");
        }
    }

    private static ExampleTable parse(String text) throws IOException {
        final Properties properties = new Properties();
        properties.load(new java.io.StringReader(text));
        final Map<String, Example> examples = new TreeMap<>();
        for (String name : properties.stringPropertyNames()) {
            final String[] parts = properties.getProperty(name).split("\\|", 2);
            examples.put(name, new Example(parts[0].strip(), parts.length > 1 ? parts[1].strip() : ""));
        }
        return new ExampleTable(examples);
    }

    /** Main class of an example, or null. */
    String mainClass(String name) {
        final Example example = examples.get(name);
        return example == null ? null : example.mainClass();
    }

    String names() {
        return examples.isEmpty() ? "none" : String.join(", ", examples.keySet());
    }

    void print(PrintStream out) {
        if (examples.isEmpty()) {
            out.println("There are no examples in this distribution.");
        }
        examples.forEach((name, example) -> out.printf("%-20s %s%n", name, example.description()));
    }
}
