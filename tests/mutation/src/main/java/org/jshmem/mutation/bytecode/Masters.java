package org.jshmem.mutation.bytecode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Which classes the build generates from masters, and which of these repeat the class for {@code long}. */
final class Masters {
    private static final List<String> OTHER_TYPES = List.of("Byte", "Short", "Int", "Float", "Double");
    private static final String LONG = "Long";
    private static final String MASTER_TYPE = "Double";
    private static final String DIRECTORY = "src/master/java";

    private final Set<String> generated = new HashSet<>();
    private final Set<String> repeated = new HashSet<>();

    /** Reads the names and first lines of the masters of some modules. */
    Masters(Path root, Iterable<String> modules) throws IOException {
        for (String module : modules) {
            final Path directory = root.resolve(module).resolve(DIRECTORY);
            if (Files.exists(directory)) {
                try (Stream<Path> files = Files.walk(directory)) {
                    for (Path file : files.filter(one -> one.toString().endsWith(".java"))
                            .toList()) {
                        add(directory, file);
                    }
                }
            }
        }
    }

    private void add(Path directory, Path file) throws IOException {
        final String path = directory.relativize(file).toString().replace(".java", "");
        final int name = path.lastIndexOf('/') + 1;
        generated.add(path);
        final boolean isTyped = path.substring(name).contains("Doubles")
                || Files.readString(file).startsWith("// types: ");
        if (!isTyped) {
            return;
        }
        generated.add(path.substring(0, name) + path.substring(name).replace(MASTER_TYPE, LONG));
        for (String type : OTHER_TYPES) {
            repeated.add(path.substring(0, name) + path.substring(name).replace(MASTER_TYPE, type));
        }
    }

    /** Whether a class, by its internal name, is in a source that the build generates. */
    boolean isGenerated(String name) {
        return generated.contains(outermost(name));
    }

    /** Whether the class says for another element type what a class says for {@code long}. */
    boolean isRepeated(String name) {
        return repeated.contains(outermost(name));
    }

    private static String outermost(String name) {
        final int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }
}
