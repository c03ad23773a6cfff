package org.jshmem.style;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Looks at every Java source of the project, tests and masters included: is it as the formatter would write it, and does
 * Checkstyle agree? {@code check} says what is wrong and fails; {@code format} rewrites the files first.
 */
final class Style {
    private Style() {}

    /**
     * Runs both tools.
     *
     * @param args {@code check} or {@code format}, then the root of the project
     */
    public static void main(final String[] args) throws Exception {
        final boolean rewrite = args[0].equals("format");
        final Path root = Path.of(args[1]).toRealPath();
        final List<Path> sources = sources(root);

        final List<String> faults = new ArrayList<>(new Formatting(root, rewrite).apply(sources));
        faults.addAll(Checks.faults(root, sources));
        faults.forEach(System.err::println);
        if (!faults.isEmpty()) {
            System.err.println(faults.size() + " faults of form in " + sources.size() + " sources");
            System.exit(1);
        }
    }

    /** Whatever lies in a module's {@code src}; {@code target} is a build's own affair. */
    private static List<Path> sources(final Path root) throws IOException {
        final List<Path> sources = new ArrayList<>();
        try (var modules = Files.newDirectoryStream(root, module -> Files.isDirectory(module.resolve("src")))) {
            for (final Path module : modules) {
                try (Stream<Path> files = Files.walk(module.resolve("src"))) {
                    files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
                }
            }
        }
        sources.sort(null);
        return sources;
    }
}
